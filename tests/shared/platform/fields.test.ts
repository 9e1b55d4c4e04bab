import { MarkRead, MessagePage, SendMessage } from '@selvedge/shared/conversations/conversations';
import { ListingFields } from '@selvedge/shared/items/listings';
import { priceInCents } from '@selvedge/shared/items/prices';
import { WantedFields } from '@selvedge/shared/items/wanted';
import { NewBusiness } from '@selvedge/shared/members/businesses';
import { cleanText } from '@selvedge/shared/platform/clean-text';
import { truncate } from '@selvedge/shared/platform/format';
import { fromCents } from '@selvedge/shared/platform/money';
import { Sync } from '@selvedge/shared/platform/realtime';
import { describe, expect, test } from 'vitest';

const fields = {
  title: 'Ring coat',
  brand: 'Kapital',
  category: 'Outerwear',
  size: 'L',
  condition: 'Used',
  price: '365',
};
const messagesOf = (input: object) =>
  ListingFields.safeParse(input).error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ??
  [];

describe('a price', () => {
  const Price = priceInCents({ required: 'Price is required', invalid: 'invalid' });
  test.each([
    ['99.50', 9_950],
    [99.5, 9_950],
    ['0.01', 1],
    ['120', 12_000],
    ['10000000', 1_000_000_000],
  ])('of %s is %i cents', (input, cents) => {
    expect(Price.parse(input)).toBe(cents);
  });
  test.each(['0', '-5', '1e3', '$5', '1,000', '1.234', '10000000.01', '12 000', 'NaN', '٣'])(
    'of %s is refused',
    (input) => {
      expect(Price.safeParse(input).error?.issues[0]?.message).toBe('invalid');
    },
  );
  test('is required', () => expect(Price.safeParse('').error?.issues[0]?.message).toBe('Price is required'));
  test('is formatted with two decimals', () => expect(fromCents(9_950)).toBe('99.50'));
});

describe('a listing', () => {
  test('is accepted as members type it', () => {
    expect(
      ListingFields.parse({ ...fields, title: '  Ring\n  coat ', description: ' a\r\nb ' }),
    ).toMatchObject({
      title: 'Ring coat',
      description: 'a\nb',
      price: 36_500,
    });
  });
  test('reports every missing field', () => {
    expect(messagesOf({ title: ' ', brand: '', category: '', size: '', condition: '', price: '' })).toEqual([
      'title: Title is required',
      'brand: Required',
      'category: Required',
      'size: Required',
      'condition: Required',
      'price: Price is required',
    ]);
  });
  test('is limited in graphemes', () => {
    expect(
      messagesOf({ ...fields, title: '👨‍👩‍👧‍👦'.repeat(100), size: 'ééééé', description: 'x'.repeat(1_500) }),
    ).toEqual([]);
    expect(
      messagesOf({ ...fields, title: 'x'.repeat(101), size: 'abcdef', description: 'x'.repeat(1_501) }),
    ).toEqual([
      'title: Title must be less than 100 characters',
      'description: Description must be less than 1,500 characters',
      'size: Size must be less than 5 characters',
    ]);
  });
  test.each(['\u200b', '\u2060 \u00ad', '\u061c', '\u2800', '\ufe0f', '\u3164'])(
    'needs a visible title, not %j',
    (title) => {
      expect(messagesOf({ ...fields, title })).toEqual(['title: Title is required']);
    },
  );
  test('rejects unknown fields', () => {
    expect(messagesOf({ ...fields, isSold: true, sellerId: 'x' })).toHaveLength(1);
  });
});

test('bidirectional characters are removed', () => {
  expect(cleanText('a\u202Eb\u0000c\u0007 \u00e9 e\u0301 👩‍👧 שלום\t')).toBe('abc é é 👩‍👧 שלום');
});

test.each([
  '\u200b',
  '\u200d',
  '\u00ad',
  '\u034f',
  '\u2060',
  '\u3164',
  '\u115f',
  '\ufe0f',
  '\u{e0061}',
  '\u180e',
])('no invisible character disguises a word: %j', { tags: ['deceptive-characters'] }, (invisible) => {
  expect(cleanText(`Kap${invisible}ital`)).toBe('Kapital');
});

test.each(['👩🏽‍🤝‍👨🏿', '❤️‍🔥', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', 'র‍্যাব', 'ක්‍රි', '葛󠄀', 'ᠠ᠋'])(
  'invisible characters that change the look stay: %s',
  { tags: ['deceptive-characters'] },
  (word) => {
    expect(cleanText(word)).toBe(word);
  },
);

describe('a word of a name', () => {
  const WORDS = {
    Кapital: 'Кapital',
    'A Kapitаl coat': 'Kapitаl',
    Ꭺcne: 'Ꭺcne',
    ΛCRONYM: 'ΛCRONYM',
    ひらがな한글: 'ひらがな한글',
  };
  test.each(Object.entries(WORDS))(
    'mixes scripts in %s',
    { tags: ['deceptive-characters'] },
    (name, word) => {
      const text = `Use one alphabet in each word: “${word}” mixes several`;
      expect(messagesOf({ ...fields, title: name, brand: name })).toEqual([
        `title: ${text}`,
        `brand: ${text}`,
      ]);
      const business = { name, address: 'Main St. 1', email: 'shop@example.com' };
      expect(NewBusiness.safeParse(business).error?.issues).toMatchObject([{ message: text }]);
      const wanted = { title: name, brand: 'Kapital', size: 'L', maxPrice: '9' };
      expect(WantedFields.safeParse(wanted).error?.issues).toMatchObject([{ message: text }]);
    },
  );

  test.each([
    'Капитал',
    'Tシャツ',
    'T恤',
    'T셔츠',
    'USB-кабель',
    'Hawaiʻi',
    'Levi’s 501',
    'コムデギャルソン',
    'נעלי',
    '10µm',
  ])('may be in one script: %s', { tags: ['deceptive-characters'] }, (name) => {
    expect(messagesOf({ ...fields, title: name, brand: name })).toEqual([]);
  });
});

test('half of an emoji is removed', () => {
  expect(cleanText('a\ud83db \udc9a💚')).toBe('ab 💚');
});

test('a letter keeps at most four marks above it', { tags: ['text-size'] }, () => {
  expect(cleanText(`e${'\u0316'.repeat(50_000)}!`)).toBe(`e${'\u0316'.repeat(4)}!`);
});

test.each(['လျှို့ဝှက်', 'བསྒྲུབས', 'ầ', 'שִׁ֑', 'نَّ', 'น้ำ'])('ordinary marks stay: %s', (word) => {
  expect(cleanText(word)).toBe(word.normalize('NFC'));
});

test('marks that are several in one count each', () => {
  const once = cleanText(`a${'\u0344'.repeat(30)}`);
  expect(once.normalize('NFD')).toHaveLength(5);
  expect(cleanText(once)).toBe(once);
});

describe('a text is bounded in bytes', () => {
  // 41 bytes, and one character to a reader.
  const family = '👨🏻‍👩🏻‍👧🏻‍👦🏻';
  test('with 32 for each character of a title', { tags: ['text-size'] }, () => {
    expect(messagesOf({ ...fields, title: family.repeat(78) })).toEqual([]);
    expect(messagesOf({ ...fields, title: family.repeat(79) })).toEqual([
      'title: Title must be less than 100 characters',
    ]);
  });
  test('with 8 for each character of a description', { tags: ['text-size'] }, () => {
    expect(messagesOf({ ...fields, description: family.repeat(292) })).toEqual([]);
    expect(messagesOf({ ...fields, description: family.repeat(293) })).toEqual([
      'description: Description must be less than 1,500 characters',
    ]);
  });
});

test('a shortened text is bounded in bytes, too', { tags: ['text-size'] }, () => {
  expect(truncate(`Coat ${'👨‍'.repeat(900)}👨 of wool`, 200)).toBe('Coat…');
});

describe('a message', () => {
  const sent = {
    clientId: '01900000-0000-7000-8000-00000000000a',
    conversationId: '01900000-0000-7000-8000-00000000000b',
    type: 'text',
  };
  const send = (content: string) => SendMessage.safeParse({ ...sent, content }).success;

  test('has one to 4,000 characters after trimming', () => {
    expect(['a', 'x'.repeat(4_000), '🧥'.repeat(4_000), '字'.repeat(4_000)].map(send)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([' ', '\u200b', '\u2800\n', 'x'.repeat(4_001)].map(send)).toEqual([false, false, false, false]);
  });

  test('fits into a packet of the live protocol', {
    tags: ['message-size'],
  }, () => {
    const [family, quotes] = ['👨‍👩‍👧‍👦', `"${'\u0301'.repeat(3)}`];
    expect([send(family.repeat(1_280)), send(family.repeat(1_281))]).toEqual([true, false]);
    // The worst case of escaping: each character a quote, with as many bytes as allowed.
    const fullest = quotes.repeat(4_000);
    expect(send(fullest)).toBe(true);
    const packet = JSON.stringify(['message:send', { ...sent, content: fullest }]);
    expect(Buffer.byteLength(packet)).toBeLessThan(64 * 1024);
  });

  test('treats ids as equal regardless of case', { tags: ['message-size'] }, () => {
    const upperCase = {
      ...sent,
      clientId: sent.clientId.toUpperCase(),
      conversationId: sent.conversationId.toUpperCase(),
    };
    expect(SendMessage.parse({ ...upperCase, content: 'hello' })).toMatchObject(sent);
    expect(Sync.parse({ conversations: { [upperCase.conversationId]: 3 } }).conversations).toEqual({
      [sent.conversationId]: 3,
    });
  });
});

test('numbers that a database cannot store are refused', () => {
  const conversationId = '01900000-0000-7000-8000-00000000000b';
  const isAccepted = [
    MessagePage.safeParse({ after: String(2 ** 31 - 1) }),
    MessagePage.safeParse({ after: String(2 ** 31) }),
    MarkRead.safeParse({ conversationId, seq: 2 ** 31 }),
    Sync.safeParse({ conversations: {}, changes: { [conversationId]: 2 ** 31 } }),
    Sync.safeParse({ conversations: {}, above: '2026-11-22T00:00:00Z' }),
    Sync.safeParse({ conversations: {}, above: '0000-01-01T00:00:00Z' }),
  ].map(({ success }) => success);
  expect(isAccepted).toEqual([true, false, false, false, true, false]);
});

describe('a text that grows when folded', () => {
  test.each(['ﷺ', '㌖'])('is too long when it has a hundred %s', { tags: ['stalls'] }, (sign) => {
    const title = sign.repeat(100);
    expect(messagesOf({ ...fields, title })).toEqual(['title: Title must be less than 100 characters']);
  });

  test.each([
    ['Korean', '뷁'.repeat(100)],
    ['Vietnamese', 'ặ'.repeat(100)],
    ['families of emoji', '👨‍👩‍👧‍👦'.repeat(100)],
    ['a title with a single sign of four words', 'Coat ﷺ'],
  ])('is accepted in ordinary use: %s', (_, title) => {
    expect(messagesOf({ ...fields, title })).toEqual([]);
  });
});
