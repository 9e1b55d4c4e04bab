// Characters that XML 1.0 cannot contain, even escaped: https://www.w3.org/TR/xml/#charsets
const NOT_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;
const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const escapeXml = (text: string): string =>
  text.replace(NOT_XML, '').replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

type Attributes = Record<string, string>;

/** One element; its content is text, which is escaped, or further elements. */
export function element(name: string, content: string | Element[], attributes: Attributes = {}): Element {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(value)}"`)];
  const inside = typeof content === 'string' ? escapeXml(content) : content.map(({ xml }) => xml).join('');
  return { xml: inside === '' ? `<${start.join(' ')}/>` : `<${start.join(' ')}>${inside}</${name}>` };
}
export interface Element {
  xml: string;
}

export function xmlDocument({ xml }: Element): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
}
