// SPDX-License-Identifier: MIT
// Runs a test of the live page at two widths, with light and with dark colours.
const SIZES = [1280, 390].flatMap((width) => ["light", "dark"].map((scheme) => ({width, scheme})));

/**
 * Returns a function that makes a test from a name and an action. For each width and colour scheme, the test opens a
 * page, runs the action, checks that nothing is wider than the page, and saves a screenshot.
 */
export const everywhere = ({open, shot, check}) => (name, test) => async () => {
  for (const size of SIZES) {
    const page = await open(size);
    await test(page, size);
    const fits = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    check(fits, `${name}: nothing is wider than the page at ${size.width} px`);
    await shot(page, `live-${name}-${size.width}-${size.scheme}`);
    await page.context().close();
  }
};
