import { WARNING_KINDS, WARNING_REASONS } from '@selvedge/shared/conversations/warnings/rules';
import { warningsFor } from '@selvedge/shared/conversations/warnings/warnings-for';
import { MESSAGE_MAX } from '@selvedge/shared/platform/limits';
import { describe, expect, test } from 'vitest';
import { cpuOf } from '../../../support/measuring/longest-turn.ts';
import { HELD_OUT, type Labelled, TUNING } from './corpora.ts';

const OWN_HOST = 'selvedge.example';

/** Counts correct, wrong and missing warnings. */
function judge(corpus: readonly Labelled[]) {
  const of = Object.fromEntries(WARNING_KINDS.map((kind) => [kind, { right: 0, wrong: 0, missing: 0 }]));
  const mistakes: string[] = [];
  for (const [text, ...expected] of corpus) {
    const shown = warningsFor(text, OWN_HOST);
    for (const kind of WARNING_KINDS) {
      const [is, should] = [shown.includes(kind), expected.includes(kind)];
      const count = of[kind];
      if (!count || (!is && !should)) continue;
      count[is ? (should ? 'right' : 'wrong') : 'missing'] += 1;
      if (is !== should) mistakes.push(`${is ? 'wrongly' : 'misses'} ${kind}: ${text}`);
    }
  }
  const sum = (name: 'right' | 'wrong' | 'missing') =>
    Object.values(of).reduce((total, count) => total + count[name], 0);
  const [right, wrong, missing] = [sum('right'), sum('wrong'), sum('missing')];
  return { of, mistakes, precision: right / (right + wrong), recall: right / (right + missing) };
}

describe('warnings of a message', () => {
  test('precision is at least 97 % on tuning messages', () => {
    const { mistakes, precision, recall } = judge(TUNING);
    expect(precision, mistakes.join('\n')).toBeGreaterThanOrEqual(0.97);
    expect(recall, mistakes.join('\n')).toBeGreaterThanOrEqual(0.92);
  });

  test('precision is at least 95 % on unseen messages', () => {
    const { of, precision, recall } = judge(HELD_OUT);
    console.log(
      `warnings on ${HELD_OUT.length} held-out messages: precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}`,
      of,
    );
    expect(HELD_OUT.length).toBeGreaterThanOrEqual(250);
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.8);
    // Every kind is represented, and so are harmless messages.
    for (const kind of WARNING_KINDS) expect(of[kind]?.right, kind).toBeGreaterThan(10);
    expect(HELD_OUT.filter(([, ...kinds]) => kinds.length === 0).length).toBeGreaterThan(100);
  });

  test('the corpora do not overlap', () => {
    const known = new Set(TUNING.map(([text]) => text));
    expect(HELD_OUT.filter(([text]) => known.has(text))).toEqual([]);
  });

  test('each kind has an explanation', () => {
    for (const kind of WARNING_KINDS) expect(WARNING_REASONS[kind].length).toBeGreaterThan(20);
  });

  test('links to this instance raise no warning', () => {
    expect(warningsFor('see https://market.example/listing/1', 'market.example')).toEqual([]);
    expect(warningsFor('see http://localhost:3000/listing/1', 'localhost:3000')).toEqual([]);
  });

  test('lookalikes of this instance raise a warning', () => {
    expect(warningsFor('see https://market-example.pay.net', 'market.example')).toEqual(['link']);
  });

  const links = (count: number) => Array.from({ length: count }, (_, i) => `https://shop${i}.example/coat`);

  test('up to twenty links are checked individually', () => {
    expect(warningsFor(links(20).join(' '), OWN_HOST)).toEqual([]);
    expect(warningsFor([...links(19), 'http://paypa1-help.example'].join(' '), OWN_HOST)).toEqual(['link']);
  });

  test('a message with over twenty links is suspicious', () => {
    expect(warningsFor(links(21).join(' '), OWN_HOST)).toEqual(['link']);
    expect(warningsFor('https://shop.example/coat '.repeat(50), OWN_HOST)).toEqual([]);
  });

  test('a message of maximum length is processed', () => {
    // A pattern with catastrophic backtracking would not finish here.
    const parts = [
      'send me the ',
      'code ',
      'a.b.',
      'z e l l e ',
      '1',
      'whatsapp ',
      'http://',
      '@',
      '5 5 5-',
      'no zelle ',
    ];
    for (const part of parts) {
      expect(() => warningsFor(part.repeat(MESSAGE_MAX).slice(0, MESSAGE_MAX), OWN_HOST)).not.toThrow();
    }
  });

  test.each([
    ...[0xad, 0x34f, 0x115f, 0x180e, 0x200b, 0x2061, 0x2062, 0x2064, 0x206a, 0x2800, 0x3164, 0xfe0f, 0xffa0],
    ...[0xfff9, 0xe0020, 0xe0100],
  ])('a word with invisible character %i inside is found', (code) => {
    const invisible = String.fromCodePoint(code);
    expect(warningsFor(`is zel${invisible}le okay`, OWN_HOST)).toEqual(['payment']);
    expect(warningsFor(`see https://pay${invisible}pal-help.example`, OWN_HOST)).toEqual(['link']);
  });

  test.each(['\u2800', '\u3164', '\uffa0'])('a blank letter between words separates them: %j', (blank) => {
    expect(warningsFor('text me on whatsapp'.replaceAll(' ', blank), OWN_HOST)).toEqual(['leave']);
  });

  test.each([
    ['ᴘᴀʏ ᴍᴇ ʙʏ ᴢᴇʟʟᴇ', 'payment'],
    ['ᴛᴇxᴛ ᴍᴇ ᴏɴ ᴡʜᴀᴛꜱᴀᴘᴘ', 'leave'],
    ['pay me by ᏃᎬᏞᏞᎬ', 'payment'],
    ['ᏢᎪY ᎷᎬ ᏴᎩ ᏙᎬNᎷO', 'payment'],
    ['send it by ɡift cаrd', 'payment'],
  ])('letters like Latin ones are read as those: %s', (text, kind) => {
    expect(warningsFor(text, OWN_HOST)).toEqual([kind]);
  });

  test.each([
    'Beware of scams: please pay me by zelle',
    'Beware of scams, please pay me by zelle',
    'Beware of scams please pay me by zelle',
    'Be careful - I only take venmo',
    'Watch out — pay me by cash app',
    'careful with other buyers;pay me by zelle',
    'Too many red flags here, never share your password, so just pay me by zelle',
    'Pay me by zelle: paypal is a scam',
  ])('fraud advice exempts only its own clause: %s', (text) => {
    expect(warningsFor(text, OWN_HOST)).toEqual(['payment']);
  });

  test.each([
    'Beware of scams: never pay anyone by zelle',
    'Careful - someone asked me to pay by zelle, total scam',
    'Heads up: if anyone asks you to pay by zelle, please report it',
    'They asked me to please send the verification code, is that a scam?',
    'Please be careful, never share the code that you got by text',
    'Scam alert – a buyer wanted me to pay by gift card. Never do that',
  ])('fraud advice is not flagged: %s', (text) => {
    expect(warningsFor(text, OWN_HOST)).toEqual([]);
  });

  test.each(['a@', 'a4', 'a@@'])('a long word of %s takes linear time', (part) => {
    const word = `${part.repeat(20_000)}_`;
    warningsFor(word, OWN_HOST);
    expect(cpuOf(() => warningsFor(word, OWN_HOST))).toBeLessThan(40);
  });
});
