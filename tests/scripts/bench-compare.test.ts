import { expect, test } from 'vitest';
import { addEarlierFigures } from '../../scripts/bench-compare.ts';

const table = (title: string, rows: (string | number)[][]) => ({
  title,
  columns: ['', 'messages/s', 'share', 'note'],
  rows,
});

test('a comparison lists the previous result below the current', () => {
  const now = table('50 pairs', [
    ['Selvedge', '6000 (5260–6395)', 0.5, 'none'],
    ['a relay', '12000', 1, 'none'],
  ]);
  const before = [
    table('500 pairs', [['Selvedge', '1 (1–1)', 1, 'none']]),
    table('50 pairs', [['Selvedge', '4000 (3900–4100)', 0.4, 'none']]),
  ];
  expect(addEarlierFigures(now, before).rows).toEqual([
    ['Selvedge', '6000 (5260–6395)', 0.5, 'none'],
    ['  before', '4000 (3900–4100)', 0.4, 'none'],
    ['  now to before', '× 1.50', '× 1.25', ''],
    ['a relay', '12000', 1, 'none'],
  ]);
  expect(addEarlierFigures(now, [])).toEqual(now);
});
