// Words of company names that say little about the identity of the company.

/** Words that can be present or absent in the name of the same company. */
export const DESCRIPTORS: ReadonlySet<string> = new Set(
  `group international technology service system holding company corp solutions industries financial communications
  laboratories pharma global worldwide online digital europe
  usa uk us deutschland germany france italia espana india china nederland benelux ireland canada australia`.split(
    /\s+/,
  ),
);
/** Words that are no name together with descriptors only: after `SAS` or `SIA` they are not the whole name. */
export const BUSINESS_WORDS: ReadonlySet<string> = new Set(
  `institute management development manufacturing engineering consulting enterprises products distribution insurance transport research
  airlines airways energy library network networks partners power recycling systems trucks water`.split(/\s+/),
);
/** Words so frequent in names that a name without other words identifies a company only together with a place. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `hotel cafe restaurant pizzeria trattoria bar pub bistro bakery backerei boulangerie metzgerei butcher pharmacy apotheke
  farmacia pharmacie taxi hair friseur salon studio beauty spa fitness gym dental dentist clinic praxis kindergarten
  school schule grundschule gymnasium church hospital center central city star royal golden green blue red white black
  garden park house haus home auto car cars service bella italia sunrise sunset dragon elite smile adler lowe krone
  sonne post rathaus stern new old first best super grand great national american european general united modern
  trade trading import export shop store market supermarket express travel reisen tours immobilien real estate
  consulting media design print druck foto photo it web data technology solutions system group holding international
  engineering bau and of the
  am im der die das la le los el las les du de des do da di del`.split(/\s+/),
);

/**
 * Words that denote a separate legal entity with the same name: the bank of a group, its pension fund, its foundation.
 */
export const ENTITY_WORDS: ReadonlySet<string> = new Set(
  `foundation stiftung fondation fundacion fundacao fondazione fundacja stichting pension pensionskasse pensions
  retirement fund funds fonds fondo union alumni verein forderverein leasing capital ventures bank insurance
  versicherung versicherungen assurance assurances finance financement finanz finanzas finanziaria credit museum academy akademie academie hospital klinikum
  nadace nadacia nadacija stiftelse stiftelsen satio alapitvany vakfi vakif zaklada fundatia fonden
  betriebsrat gesamtbetriebsrat konzernbetriebsrat personalrat ondernemingsrad betriebskrankenkasse krankenkasse bkk
  freundeskreis forderkreis studentenwerk studierendenwerk sportverein betriebssportgruppe`.split(/\s+/),
);

/** The same for words in front of a name: `Friends of Acme`. Elsewhere they are part of a name: `Acme & Friends`. */
const UNITS_IN_FRONT = new Set('friends freunde amis amici amigos amics vrienden comite comitato comision'.split(' '));

/** Whether a name begins with such a word, by which it exceeds another name. */
export const isUnitInFront = ([first = '']: readonly string[], others: readonly string[]): boolean =>
  UNITS_IN_FRONT.has(first) && others.includes(first);

/** The same for words in front of a name. They are also its legal form, which other sources omit. */
export const FOUNDATION_FORMS: ReadonlySet<string> = new Set(
  'stichting fondation fundacion fundacao fondazione fundacja vereniging verein'.split(' '),
);

/** Words behind the name of a group for a unit on its site: `Acme Mobility`. Small companies rarely add them. */
export const UNITS_OF_GROUPS: ReadonlySet<string> = new Set(
  `energy energie energia mobility mobilitat mobilite healthcare healthineers health aerospace aviation defence defense automotive
  motors motor steel power properties property immobilien immobilier inmobiliaria biologics coatings semiconductor semiconductors
  helicopters trucks cloud research`.split(/\s+/),
);

/** Words at the end of a name for a part of a company: `Acme Energy Sector`, `Acme Robotics Division`. */
const PARTS_OF_COMPANY = new Set(
  `sector division segment subsidiary unit department branch sparte geschaftsbereich unternehmensbereich niederlassung filiale zweigstelle
  divisione divisao sucursal succursale filial oddzial pobocka`.split(/\s+/),
);

/** Whether the words by which a name exceeds a company's name denote a part of the company. */
export const isPartOfCompany = (name: readonly string[], others: readonly string[]): boolean =>
  others.includes(name.at(-1) ?? '') && PARTS_OF_COMPANY.has(name.at(-1) ?? '');

const INSTITUTIONS = new Set('university college bank hospital museum institute church academy library'.split(' '));
const PARTS_OF_INSTITUTIONS = new Set(
  `press presse verlag research library bookstore bookshop bookshops store stores shop shops securities athletics extension
  hospital clinic clinics school schule markets realty properties mortgage trust trustees enterprises alumni`.split(
    /\s+/,
  ),
);

/**
 * Whether the words by which a name exceeds an institution's name denote a part of the institution, such as its press
 * or its research.
 */
export const isPartOfInstitution = (name: readonly string[], others: readonly string[]): boolean =>
  name.some((word) => INSTITUTIONS.has(word)) && others.some((word) => PARTS_OF_INSTITUTIONS.has(word));
