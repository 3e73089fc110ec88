// Texts as JSON strings, and whether any of them may hold a contact: both found out by one walk over the characters, as nearly all
// texts need no escape and hold none. What is a contact is for redact.ts.
import { mayHoldContact, PHONE_DIGITS_MIN } from './redact.ts';

const [BLANK, QUOTE, ZERO, NINE, AT, BACKSLASH, SURROGATES] = [0x20, 0x22, 0x30, 0x39, 0x40, 0x5c, 0xd800];

/** A text that is no free text as JSON. */
export function jsonString(text: string | null): string {
  if (text === null) return 'null';
  for (let at = 0; at < text.length; at += 1) if (isEscaped(text.charCodeAt(at))) return JSON.stringify(text);
  return `"${text}"`;
}

const isEscaped = (code: number) => code < BLANK || code === QUOTE || code === BACKSLASH || code >= SURROGATES;

/** The free texts of one record. */
export class AnsweredTexts {
  #mayHoldContacts = false;

  /** False where redact changes none of the texts so far. */
  get mayHoldContacts(): boolean {
    return this.#mayHoldContacts;
  }

  /** The text as JSON, not redacted. */
  json(text: string | null): string {
    if (text === null) return 'null';
    let digits = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code > AT && code < SURROGATES && code !== BACKSLASH) continue;
      if (code >= ZERO && code <= NINE) digits += 1;
      else if (code === AT) this.#mayHoldContacts = true;
      else if (isEscaped(code)) {
        if (mayHoldContact(text)) this.#mayHoldContacts = true;
        return JSON.stringify(text);
      }
    }
    if (digits >= PHONE_DIGITS_MIN) this.#mayHoldContacts = true;
    return `"${text}"`;
  }

  /** A list of texts as JSON. */
  jsonList(texts: readonly string[]): string {
    let list = '';
    for (let place = 0; place < texts.length; place += 1) {
      list += (place === 0 ? '' : ',') + this.json(texts[place] ?? null);
    }
    return `[${list}]`;
  }
}
