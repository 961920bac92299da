// SPDX-License-Identifier: MIT
// Computes contrast as defined by WCAG 2, from computed styles. The contrast must be at least 4.5 : 1 for text and 3 :
// 1 for meaningful shapes.

/** Functions that run in the page: luminance and contrast ratio. */
const library = () => {
  const channels = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (text) => {
    const [r, g, b] = channels(text).slice(0, 3).map(
        (c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (a, b) => {
    const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      const [, , , alpha] = channels(color);
      if (color !== "transparent" && alpha !== 0) return color;
    }
    return "rgb(255, 255, 255)";
  };
  return {ratio, behind};
};

export function textContrasts(page) {
  return page.evaluate((make) => {
    const {ratio, behind} = eval(`(${make})`)();
    const own = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    const seen = [...document.body.querySelectorAll("*")].filter(
        (one) => own(one) && one.checkVisibility?.() && !one.matches("script, option, title"));
    return seen.flatMap((element) => {
      const style = getComputedStyle(element);
      const color = element instanceof SVGElement ? style.fill : style.color;
      const contrast = ratio(color, behind(element));
      return contrast >= 4.5 ? [] : [`"${element.textContent.slice(0, 30)}" has contrast ${contrast.toFixed(2)}`];
    });
  }, library.toString());
}

/**
 * Returns the contrasts of lines and signs, once with the page's background and once with the part's colour, because
 * they may be drawn on the part.
 */
export function shapeContrasts(page) {
  return page.evaluate((make) => {
    const {ratio, behind} = eval(`(${make})`)();
    const style = (id) => getComputedStyle(document.querySelector(id));
    const ground = behind(document.body);
    const part = style(".body.part > path").fill;
    const lines = ["#forces", "#chains", "#push", "#push-head", "#normals"].map((id) => [id, style(id).stroke]);
    const signs = [
      ["#mode-n", style("#mode-n").fill], ["#mode-s", style("#mode-s").stroke],
      [".body.part", style(".body.part > path").stroke]
    ];
    const plain = [["#energy .line", style("#energy .line").stroke], ["button", style("button").borderTopColor]];
    return [
      ...[...lines, ...signs].flatMap(([id, color]) => [ground, part].map((under) => [id, ratio(color, under)])),
      ...plain.map(([id, color]) => [id, ratio(color, ground)]),
    ].flatMap(([id, contrast]) => (contrast >= 3 ? [] : [`${id} has contrast ${contrast.toFixed(2)}`]));
  }, library.toString());
}
