import { expect, it } from 'vitest';
import { halfWidth } from './half-width.ts';

it('gives ASCII for full-width characters only', () => {
  expect(halfWidth('ｌｅｎａ＠ｑｘ４．ｅｘａｍｐｌｅ')).toBe('lena@qx4.example');
  expect(halfWidth('10² ½ 東京 ™')).toBe('10² ½ 東京 ™');
});
