import { expect, test } from 'vitest';
import { Outbox, preparedWrite } from './outbox.ts';
import { insertText, removeText, updateText } from './write-statements.ts';

const add = preparedWrite(insertText('email', ['person_id', 'place', 'email', 'is_primary'], null));
const drop = preparedWrite(removeText('email', ['person_id']));
const name = preparedWrite(updateText('person', ['slug'], ['id']));
const link = preparedWrite(
  insertText('person_alias', ['slug', 'person_id'], { key: ['slug'], replaces: ['person_id'] }),
);
const unlink = preparedWrite(removeText('person_alias', ['slug']));

/** The order of the statements, by their first words. */
const sent = (outbox: Outbox) => outbox.take().map(({ text }) => text.split(' ').slice(0, 3).join(' '));

test('sends the writes of one statement together, whatever else is written between them', () => {
  const outbox = new Outbox();
  for (const id of [1, 2, 3]) {
    outbox.add(drop, [id]);
    outbox.add(add, [id, 0, `${id}@acme.example`, 0]);
    outbox.add(name, [`slug-${id}`, id]);
  }
  expect(sent(outbox)).toEqual(['DELETE FROM email', 'INSERT INTO email', 'UPDATE person SET']);
  expect(sent(outbox)).toEqual([]);
});

test('keeps the order of different statements on the same rows', () => {
  const outbox = new Outbox();
  outbox.add(add, [1, 0, 'a@acme.example', 0]);
  outbox.add(drop, [1]);
  outbox.add(add, [1, 0, 'b@acme.example', 0]);
  outbox.add(drop, [2]);
  expect(sent(outbox)).toEqual(['INSERT INTO email', 'DELETE FROM email', 'INSERT INTO email']);
});

test('sets a row once in a statement', () => {
  const outbox = new Outbox();
  outbox.add(name, ['one', 1]);
  outbox.add(name, ['two', 1]);
  expect(sent(outbox)).toEqual(['UPDATE person SET', 'UPDATE person SET']);
});

test('keeps the order of all writes of a table without an owner', () => {
  const outbox = new Outbox();
  outbox.add(link, ['a', 1]);
  outbox.add(unlink, ['a']);
  outbox.add(link, ['b', 2]);
  expect(sent(outbox)).toEqual(['INSERT INTO person_alias', 'DELETE FROM person_alias', 'INSERT INTO person_alias']);
});

test('is full after several thousand rows', () => {
  const outbox = new Outbox();
  for (let row = 0; row < 5000; row += 1) {
    expect(outbox.isFull).toBe(false);
    outbox.add(drop, [row]);
  }
  expect(outbox.isFull).toBe(true);
});
