// Texts in place of a name: for a missing name (`Unknown`, `Test`), and for an office or a team (`Sales Team`,
// `Accounts Payable`). Pure.
import { memoized } from '../../words/memoized.ts';
import { splitWords } from '../../words/words.ts';

const wordsOf = (text: string) => new Set(text.split(/\s+/));

const MISSING = wordsOf(
  `unknown unbekannt inconnu desconocido desconhecido sconosciuto onbekend none null nil name noname na nn tbd tba test tester
  testing dummy first last firstname lastname vorname nachname anonymous anonym no not available provided given xx xxx asdf`,
);

/** Roles, departments and their activities, in the languages whose forms omit a name. */
const OFFICES = wordsOf(
  `contact kontakt contacto contatto customer customers kunde kunden cliente clientes clienti client clients user info office team
  group sales vertrieb verkauf support service services help helpdesk desk hotline admin administrator administration administracion
  amministrazione verwaltung reception recepcion empfang zentrale accueil sekretariat segreteria secretaria secretary buchhaltung
  accounting accounts account payable receivable billing invoicing invoices finance comptabilite contabilidad contabilita boekhouding
  purchasing procurement einkauf inkoop achats compras acquisti marketing press presse media pr communications
  human resources hr personal personalabteilung recruiting recruitment careers jobs bewerbung recursos humanos rrhh
  it technik technique technical tech engineering operations logistics logistik versand lager warehouse shipping orders order
  bestellung bestellungen kundenservice kundendienst kundenbetreuung klantenservice ventas comercial vendas vendite verkoop
  atencion assistenza legal compliance management manager geschaftsleitung geschaftsfuhrung direction direccion direzione
  department dept abteilung afdeling equipe equipo ufficio inquiries enquiries general main switchboard webmaster postmaster
  ceo cfo cto coo cmo owner inhaber director managing board`,
);
const SMALL_WORDS = wordsOf('the of for and und et y e de der die das del la le les di da do our your unser and');

/** `office`: an office or a team; `missing`: an unknown name. */
export type NoName = 'missing' | 'office';

const NAMES_KEPT = 60_000;

/** The kind of a text that is not a name; null for a person's name. */
export const noNameOf = memoized((name): NoName | null => {
  const words = splitWords(name);
  const own = words.filter((word) => !SMALL_WORDS.has(word));
  const isMissing = (word: string) => MISSING.has(word);
  if (words.every(isMissing) || MISSING.has(words.join(''))) return 'missing';
  const isOffice = own.length > 0 && own.every((word) => OFFICES.has(word) || isMissing(word));
  return isOffice || OFFICES.has(words.join('')) ? 'office' : null;
}, NAMES_KEPT);

/** Whether two texts denote the same office, in any order of their words. */
export function areOneOffice(a: string, b: string): boolean {
  const key = (name: string) =>
    splitWords(name)
      .filter((word) => !SMALL_WORDS.has(word))
      .toSorted()
      .join(' ');
  return key(a) === key(b);
}
