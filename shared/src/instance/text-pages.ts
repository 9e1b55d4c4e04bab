/** The pages that the operator of an instance writes, with their headings. */
export const TEXT_PAGES = { about: 'About', rules: 'Rules', imprint: 'Imprint', privacy: 'Privacy' } as const;
export type TextPageName = keyof typeof TEXT_PAGES;
export const TEXT_PAGE_NAMES = Object.keys(TEXT_PAGES) as TextPageName[];

/** The link to the operator's e-mail or https address. */
export function contactLink(contact: string): string {
  return contact.startsWith('https:') ? contact : `mailto:${contact}`;
}

type Block = 'h2' | 'h3' | 'h4' | 'h5' | 'h6' | 'p' | 'ul' | 'ol' | 'li' | 'blockquote' | 'pre' | 'hr';
type Inline = 'a' | 'strong' | 'em' | 'code' | 'br';

/** A part of a text as an element to draw. The contents of a text are these and plain strings, and never markup. */
export interface TextElement {
  tag: Block | Inline;
  /** Of `a`: an http, https or mailto address, or a path of this site. */
  href?: string;
  children: TextPart[];
}
export type TextPart = string | TextElement;

/** A page that the operator has written in Markdown. */
export interface TextPage {
  content: TextPart[];
  /** With the imprint: an e-mail or https address; else empty. */
  contact: string;
  /** SHA-256 of the Markdown in hex; of the rules, sign-up takes it as consent. */
  hash: string;
}
