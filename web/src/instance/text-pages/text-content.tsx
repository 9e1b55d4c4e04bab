import { Box } from '@chakra-ui/react';
import type { TextPart } from '@selvedge/shared/instance/text-pages';
import { createElement, type ReactNode } from 'react';

const draw = (part: TextPart, key: number): ReactNode => {
  if (typeof part === 'string') return part;
  const { tag, href, children } = part;
  const link = href && { href, rel: 'noopener nofollow' };
  return createElement(tag, { key, ...link }, ...children.map(draw));
};

const STYLE = {
  color: 'fg.muted',
  overflowWrap: 'anywhere',
  '& :is(h2, h3, h4, h5, h6)': { color: 'fg', fontWeight: '600', lineHeight: 'short', mt: '8', mb: '3' },
  '& h2': { fontSize: 'xl' },
  '& h3': { fontSize: 'lg' },
  '& :is(p, ul, ol, blockquote, pre)': { mb: '3' },
  '& ul': { listStyle: 'disc', ps: '6' },
  '& ol': { listStyle: 'decimal', ps: '6' },
  '& li': { mb: '1' },
  '& blockquote': { ps: '4', borderStartWidth: '3px', borderColor: 'border' },
  '& pre': { p: '3', bg: 'bg.muted', overflowX: 'auto', fontFamily: 'mono', fontSize: 'sm' },
  '& code': { fontFamily: 'mono', fontSize: '0.9em' },
  '& hr': { my: '8', borderTopWidth: '1px' },
  '& a': { color: 'indigo.fg', textDecoration: 'underline', textUnderlineOffset: '3px' },
  '& strong': { color: 'fg', fontWeight: '600' },
} as const;

/** A text that the operator of the instance has written. */
export function TextContent({ content }: { content: readonly TextPart[] }) {
  return <Box css={STYLE}>{content.map(draw)}</Box>;
}
