// SPDX-License-Identifier: MIT
// Sends requests to the library, which runs in a Worker. A newer request of a kind replaces a waiting request of this
// kind. If a request of the kind has already run for a long time, the newer request ends it by terminating its Worker.
// Another Worker then starts from the compiled module.
import type {Request, Response} from "./protocol";

export type Kind = "answer"|"details"|"basin"|"play"|"part"|"picture"|"advice"|"fixtures";

/** A response, "stopped" if the user stopped the request, or "replaced" if a newer request replaced it. */
export type Outcome = {
  response: Response; milliseconds: number
}|"stopped"|"replaced";

interface Job {
  kind: Kind;
  request: string;
  settle: (outcome: Outcome) => void;
}

const PATIENCE = 1000;  // if a waiting request has the same or a higher priority, the running request is ended this
                        // long after its start, ms
const MESSAGE = "Internal error of the library. Please report it with this task.";

/**
 * The kinds of requests, highest priority first. A waiting request of the same or a higher priority shows that the task
 * was edited after the running request began. The running request is then ended.
 */
const ORDER: Kind[] = ["answer", "part", "details", "play", "picture", "basin", "fixtures", "advice"];

export class Engine {
  private worker: Worker|null = null;
  private running: Job|null = null;
  private since = 0;
  private waiting = new Map<Kind, Job>();
  private timer = 0;
  private ready = false;

  /** `busy` is called with the kind of the running request, or with null if none is running. `failed` is called with the reason
   * if a Worker cannot run. */
  constructor(
      private readonly start: () => Worker,
      private readonly busy: (kind: Kind|null) => void,
      private readonly failed: (reason: string) => void,
  ) {
    this.restart();
  }

  ask(kind: Kind, request: Request): Promise<Outcome> {
    return new Promise((settle) => {
      this.waiting.get(kind)?.settle("replaced");
      this.waiting.set(kind, {kind, request: JSON.stringify(request), settle});
      this.next();
      this.hurry();
    });
  }

  /** Ends the running and the waiting job of a kind. */
  stop(kind: Kind): void {
    const job = this.waiting.get(kind);
    this.waiting.delete(kind);
    job?.settle("stopped");
    if (this.running?.kind === kind) this.abort("stopped");
  }

  /** Ends the running job after PATIENCE if a waiting job has the same or a higher priority. */
  private hurry(): void {
    window.clearTimeout(this.timer);
    if (!this.running || this.waiting.size === 0) return;
    const {kind} = this.running;
    const overtaken = [...this.waiting.keys()].some((other) => ORDER.indexOf(other) <= ORDER.indexOf(kind));
    if (!overtaken) return;
    const left = PATIENCE - (performance.now() - this.since);
    if (left <= 0)
      this.abort("replaced");
    else
      this.timer = window.setTimeout(() => this.hurry(), left);
  }

  private abort(outcome: "stopped"|"replaced"): void {
    this.worker?.terminate();
    this.worker = null;
    this.ready = false;
    const job = this.running;
    this.running = null;
    this.busy(null);
    job?.settle(outcome);
    this.restart();
  }

  private restart(): void {
    const worker = this.start();
    this.worker = worker;
    worker.onmessage = ({data}: MessageEvent<string>) => this.take(worker, data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.fail(worker, event.message);
    };
  }

  private take(worker: Worker, data: string): void {
    if (worker !== this.worker) return;
    if (!this.ready) {
      this.ready = true;
      return this.next();
    }
    const job = this.running;
    const milliseconds = performance.now() - this.since;
    this.running = null;
    this.busy(null);
    job?.settle({response: parsed(data), milliseconds});
    this.next();
  }

  /** Handles an error of a Worker by starting a new Worker, because the module cannot be used after a trap. */
  private fail(worker: Worker, message: string): void {
    if (worker !== this.worker) return;
    const job = this.running;
    this.running = null;
    job?.settle(
        {response: {exit: 3, message: `${MESSAGE} (${message})`}, milliseconds: performance.now() - this.since});
    if (this.ready)
      this.abort("replaced");
    else
      this.failed(message);
  }

  private next(): void {
    if (!this.worker || !this.ready || this.running) return;
    const kind = ORDER.find((one) => this.waiting.has(one));
    if (!kind) return;
    this.running = this.waiting.get(kind)!;
    this.waiting.delete(kind);
    this.since = performance.now();
    this.busy(kind);
    this.worker.postMessage(this.running.request);
  }
}

function parsed(text: string): Response {
  try {
    return JSON.parse(text) as Response;
  } catch {
    return {exit: 3, message: MESSAGE};
  }
}
