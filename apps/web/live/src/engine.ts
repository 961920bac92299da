// SPDX-License-Identifier: MIT
// Asks the library, which runs in a Worker. Of each kind of request the newest wins: one that waits is replaced, and
// one that runs for long is stopped with its Worker; another Worker starts from the compiled module.
import type {Request, Response} from "./protocol";

export type Kind = "answer"|"details"|"basin"|"play"|"part"|"picture";

/** `stopped`: by the user; `replaced`: by a newer request of its kind. */
export type Outcome = {
  response: Response; milliseconds: number
}|"stopped"|"replaced";

interface Job {
  kind: Kind;
  request: string;
  settle: (outcome: Outcome) => void;
}

const PATIENCE = 1000;  // ms that a newer request waits for one that runs
const MESSAGE = "The library stopped by a fault of its own. Please report the task that it was asked about.";

/** A job gives way to these kinds when they wait: what it would say is of a task that has been edited. */
const ORDER: Kind[] = ["answer", "part", "details", "play", "picture", "basin"];

export class Engine {
  private worker: Worker|null = null;
  private running: Job|null = null;
  private since = 0;
  private waiting = new Map<Kind, Job>();
  private timer = 0;
  private ready = false;

  /** `busy` is told which kind runs, null when nothing does; `failed` why no Worker can run. */
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

  /** Ends what runs, and what waits of this kind. */
  stop(kind: Kind): void {
    const job = this.waiting.get(kind);
    this.waiting.delete(kind);
    job?.settle("stopped");
    if (this.running?.kind === kind) this.abort("stopped");
  }

  /** A job of a kind that comes later in the order than one that waits is not waited for. */
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

  /** A trap of the module leaves it unusable. */
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
