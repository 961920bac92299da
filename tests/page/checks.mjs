// SPDX-License-Identifier: MIT
// Assertions with a count, and a runner that runs tests one after the other.
let checks = 0;
const wrong = [];

export function check(holds, what) {
  ++checks;
  if (!holds) wrong.push(what);
}
export const near = (value, wanted, off, what) =>
    check(Math.abs(value - wanted) <= off, `${what}: ${value}, not ${wanted}`);
export const equal = (value, wanted, what) => check(value === wanted, `${what}: ${value}, not ${wanted}`);

/**
 * Runs the given tests, which are named, and calls `after` after each test. If the environment variable ONLY is set,
 * runs only tests whose names contain it.
 */
export async function run(tests, after = async () => {}) {
  for (const [name, test] of Object.entries(tests)) {
    if (process.env.ONLY && !name.includes(process.env.ONLY)) continue;
    const before = wrong.length;
    try {
      await test();
    } catch (error) {
      check(false, error.stack);
    }
    await after();
    console.log(`${wrong.length === before ? "ok    " : "FAILED"} ${name}`);
  }
}

/**
 * Waits until a function returns true in the page. The page's content security policy does not permit Playwright's own
 * waitForFunction.
 */
export async function until(page, holds, what, argument, tries = 200) {
  for (let i = 0; i < tries; ++i) {
    if (await page.evaluate(holds, argument)) return;
    await page.waitForTimeout(50);
  }
  throw new Error(`${what}: never`);
}

/** Prints the failed checks and ends the process. A run without checks is also a failure. */
export function finish(more = "") {
  for (const what of wrong) console.log(what);
  console.log(`${checks} checks, ${wrong.length} wrong${more}`);
  process.exit(checks > 0 && wrong.length === 0 ? 0 : 1);
}
