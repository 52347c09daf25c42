// SPDX-License-Identifier: Apache-2.0
// The contrast of all visible text with what lies behind it, by the formula of WCAG 2.

/** Texts whose contrast is below 4.5 (3 for large ones), each with its ratio. */
export const poor_contrast = (page) =>
  page.evaluate(() => {
    const parse = (text) => {
      const [r, g, b, a = 1] = text.match(/[\d.]+/g).map(Number);
      return { r, g, b, a };
    };
    const over = (front, back) => ({
      r: front.a * front.r + (1 - front.a) * back.r,
      g: front.a * front.g + (1 - front.a) * back.g,
      b: front.a * front.b + (1 - front.a) * back.b,
      a: 1,
    });
    const luminance = ({ r, g, b }) => {
      const part = (v) => (v / 255 <= 0.03928 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
      return 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
    };
    const behind = (element) => {
      const layers = [];
      for (let e = element; e; e = e.parentElement) {
        const layer = parse(getComputedStyle(e).backgroundColor);
        layers.push(layer);
        if (layer.a === 1) break;
      }
      return layers.reverse().reduce((back, front) => over(front, back), { r: 255, g: 255, b: 255, a: 1 });
    };
    const poor = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.textContent.trim() || !element.checkVisibility() || element.closest('script, style, option, :disabled')) continue;
      const style = getComputedStyle(element);
      const back = behind(element);
      const [light, dark] = [luminance(over(parse(style.color), back)), luminance(back)].sort((a, b) => b - a);
      const ratio = (light + 0.05) / (dark + 0.05);
      const size = parseFloat(style.fontSize);
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (ratio < (large ? 3 : 4.5)) poor.push(`${node.textContent.trim().slice(0, 30)}: ${ratio.toFixed(2)}`);
    }
    return poor;
  });
