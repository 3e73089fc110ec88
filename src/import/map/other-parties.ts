// Columns that describe a party other than the record: the owner of the account, the parent company, a competitor, the
// contact person next to the name of the person. Their values must not become values of the record: all records of one
// owner would share them.
import { splitWords } from '../../words/words.ts';
import type { Column } from './column.ts';
import { headerKey } from './header-key.ts';

/** Qualifiers of another party, in the languages of the header table; folded, umlauts as `ae`, `oe`, `ue`. */
const PARTIES = `
  owner|co owner|rep|representative|sales rep|salesperson|sales person|salesman|account executive|accountmanager|sdr|bdr|csm|manager|supervisor|
  boss|reports to|reporting to|managed by|owned by|parent|subsidiary|competitor|investor|shareholder|founder|cofounder|ceo|cfo|cto|coo|cmo|cio|
  chairman|president|referrer|referral|referee|referred by|introduced by|introducer|invited by|inviter|created by|creator|modified by|updated by|
  changed by|added by|entered by|uploaded by|imported by|approved by|assigned to|assigned|assignee|agency|recruiter|assistant|asst|secretary|
  spouse|emergency|sponsor|buyer|purchaser|payer|booked by|purchased by
  |betreuer|kundenbetreuer|kundenberater|besitzer|eigentuemer|inhaber|zustaendig|verantwortlich|bearbeiter|bearbeitet von|sachbearbeiter|vertreter|
  vertriebsmitarbeiter|aussendienst|vorgesetzt|mutter|muttergesellschaft|mutterkonzern|mutterunternehmen|konzernmutter|tochter|tochtergesellschaft|
  wettbewerber|mitbewerber|konkurrent|gruender|gesellschafter|anteilseigner|empfohlen von|empfehler|erstellt von|ersteller|geaendert von|
  angelegt von|zugewiesen|agentur|vermittler|assistenz|kaeufer|besteller
  |proprietaire|responsable|gestionnaire|charge d affaires|charge de compte|cree par|createur|modifie par|attribue a|assigne a|societe mere|
  maison mere|concurrent|investisseur|actionnaire|fondateur|parrain|recommande par|apporteur|agence|superieur|assistante|acheteur
  |propietario|dueno|gestor|gerente|jefe|asignado|creado por|creador|modificado por|empresa matriz|sociedad matriz|competidor|inversor|
  accionista|fundador|referido por|recomendado por|agencia|vendedor|representante|comprador
  |proprietario|titolare|responsabile|assegnato|creato da|creatore|modificato da|capogruppo|controllante|societa madre|concorrente|investitore|
  azionista|fondatore|segnalato da|agenzia|venditore|rappresentante|acquirente
  |responsavel|atribuido|criado por|criador|controladora|empresa mae|investidor|acionista|indicado por|chefe
  |eigenaar|beheerder|vertegenwoordiger|leidinggevende|moeder|moederbedrijf|moedermaatschappij|dochter|investeerder|aandeelhouder|oprichter|
  aangemaakt door|gemaakt door|gewijzigd door|toegewezen|doorverwezen door|makelaar`
  .split('|')
  .map((phrase) => phrase.trim())
  .flatMap((phrase) => [phrase, phrase.replace(/([aou])e/g, '$1')]);

/**
 * A qualifier of this length or more also matches the start of a word: `Betreuermail`, `Investoren`. A shorter one
 * matches only the word and its plural.
 */
const STEM_LENGTH_MIN = 7;
const patternOf = (phrase: string) => `${phrase}${phrase.length < STEM_LENGTH_MIN ? 's?(?![a-z])' : ''}`;
const PARTY = new RegExp(
  `(?<![^ ])(?:${PARTIES.toSorted((a, b) => b.length - a.length)
    .map(patternOf)
    .join('|')})`,
);

/** The qualifier of another party in a header; null if there is none. */
export function otherPartyIn(header: string): string | null {
  return PARTY.exec(headerKey(header))?.[0] ?? null;
}

/** The name of a contact person. It is the name of the person of the row only if no other column has it. */
const CONTACT_NAME =
  /^(?:(contact|kontakt|contacto|contatto|contato)(?: (?:full )?name)?|full name of (contact)|(contact person|kontaktperson|ansprechpartner(?:in)?|contactpersoon|personne de contact|personne a contacter|interlocuteur|persona de contacto|persona di contatto|referente|pessoa de contato|geschaft?sf(?:u|ue)hr(?:er|ung)|geschaeftsf(?:u|ue)hr(?:er|ung)|managing director|director|dirigeant|gerant)(?: (?:full )?name)?)$/;

/** The word by which a header names a contact person, such as `ansprechpartner`; null if it does not name one. */
function contactIn(header: string): string | null {
  const found = CONTACT_NAME.exec(headerKey(header));
  return found === null ? null : (found[1] ?? found[2] ?? found[3] ?? null);
}

/**
 * The columns of contact persons in a file that has columns of first and last names, by index. Columns about a contact
 * person (`Ansprechpartner E-Mail`) are among them if the contact persons are not the people of the file.
 */
export function contactColumns(columns: readonly Column[], lastNames: Column): Map<number, string> {
  const found = new Map<number, string>();
  const words = new Set(lastNames.samples.flatMap(splitWords));
  for (const { index, header, samples } of columns) {
    const contact = contactIn(header);
    if (contact === null) continue;
    found.set(index, contact);
    const own = samples.filter((sample) => splitWords(sample).some((word) => words.has(word)));
    if (samples.length === 0 || own.length * 2 >= samples.length) continue;
    for (const other of columns) {
      if (headerKey(other.header).startsWith(`${contact} `)) found.set(other.index, contact);
    }
  }
  return found;
}
