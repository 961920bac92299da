// SPDX-License-Identifier: MIT
// Serves a page and answers its requests with the native executable, for builds without WebAssembly.
import {spawn} from "node:child_process";
import {readFileSync} from "node:fs";
import {createServer} from "node:http";
import {createInterface} from "node:readline";

/** A process that answers each line with one line. */
export class Answers {
  constructor(executable) {
    this.child = spawn(executable, {stdio: ["pipe", "pipe", "inherit"]});
    this.waiting = [];
    createInterface({input: this.child.stdout}).on("line", (line) => this.waiting.shift()?.(line));
  }
  ask(request) {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
      this.child.stdin.write(`${request.replaceAll("\n", " ")}\n`);
    });
  }
  get busy() {
    return this.waiting.length > 0;
  }
  end() {
    this.child.kill();
  }
}

/** Serves on a separate port. `page()` returns the page's text. */
export async function serve(executable, page) {
  let answers = new Answers(executable);
  const server = createServer((request, response) => {
    if (request.method === "GET") {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      return response.end(page());
    }
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", async () => {
      if (answers.busy) {  // the Worker that sent this request has been stopped
        answers.end();
        answers = new Answers(executable);
      }
      response.end(await answers.ask(Buffer.concat(chunks).toString()));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {port: server.address().port, close: () => (server.close(), server.closeAllConnections(), answers.end())};
}
