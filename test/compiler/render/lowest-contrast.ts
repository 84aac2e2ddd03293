/**
 * Finds, inside of a page, the text with the least contrast to what is behind it, by WCAG 2.2: 4.5 is enough.
 * A source text and no function, for it is the page's code and not this process's.
 */
export const lowestContrast = `(() => {
  const parse = (colour) => colour.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((value) => value / 255).map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    for (let one = element; one; one = one.parentElement) {
      const colour = parse(getComputedStyle(one).backgroundColor);
      if (colour.length < 4 || colour[3] > 0) return colour;
    }
    return [255, 255, 255];
  };
  let lowest = { ratio: 21, text: '' };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const element = walker.currentNode.parentElement;
    if (!text || element.closest('title, defs, style')) continue;
    const style = getComputedStyle(element);
    const front = parse(element.closest('svg') ? style.fill : style.color);
    const pair = [light(front), light(behind(element.closest('svg') ?? element))].sort((a, b) => b - a);
    let opacity = 1;
    for (let one = element; one; one = one.parentElement) opacity *= Number(getComputedStyle(one).opacity);
    const ratio = ((pair[0] + 0.05) / (pair[1] + 0.05)) * opacity;
    if (ratio < lowest.ratio) lowest = { ratio, text: text + ' ' + style.color };
  }
  return lowest;
})()`;
