// Legal forms of companies by country, and the securities that exchanges append to names. The entries are phrases of
// folded, romanized words. Runs of single letters are joined, so `S.p.A.` is `spa`. `fold` has removed diacritics: `s a
// r l`, `spolka`.

/** By ISO alpha-2 code; a form that several countries use is listed under the first. */
export const LEGAL_FORMS: Readonly<Record<string, string>> = {
  US: `reit|inc|incorporated|corp|corporation|co|company|llc|limited liability company|lp|limited partnership|llp|lllp|pllc|pc|
    professional corporation|professional limited liability company|pbc|na|national association`,
  GB: `ltd|limited|plc|public limited|public limited company|company limited|co ltd|private limited company|cic|cio|
    community interest company|unlimited`,
  IE: 'dac|designated activity company|clg|teoranta|teo|uc',
  AU: 'pty|pty ltd|proprietary|proprietary limited',
  IN: 'pvt|pvt ltd|private|private limited|opc',
  SG: 'pte|pte ltd',
  MY: 'sdn|sdn bhd|bhd|berhad|sendirian berhad',
  ID: 'tbk|persero|tbk pt|perseroan terbatas',
  TH: 'pcl|public company|public company limited',
  DE: `gmbh|ggmbh|mbh|gesellschaft mit beschrankter haftung|gesellschaft mbh|ges mbh|ag|aktiengesellschaft|kg|kgaa|
    kommanditgesellschaft|kommanditgesellschaft auf aktien|ohg|offene handelsgesellschaft|ug|ug haftungsbeschrankt|
    unternehmergesellschaft|unternehmergesellschaft haftungsbeschrankt|haftungsbeschrankt|gbr|partg|partgmbb|ev|
    eingetragener verein|eg|eingetragene genossenschaft|ek|ekfr|ekfm|gmbh co|gmbh und co|ag und co|se und co|mbb`,
  AT: 'gesmbh|gesellschaft m b h|og|keg',
  CH: 'sarl|sagl|sa|ag|genossenschaft|gmbh',
  FR: `sa|societe anonyme|sas|sasu|societe par actions simplifiee|societe par actions simplifiee unipersonnelle|sarl|
    societe a responsabilite limitee|eurl|snc|sca|scop|sci|scm|selarl|selas|scp|gie|societe cooperative|eirl|
    societe en nom collectif|societe europeenne`,
  BE: 'bvba|sprl|srl|bv|nv|sa|asbl|vzw|scrl|cvba|comm v|scs|gcv|cv',
  LU: 'secs|scsp|sarl s',
  NL: 'bv|besloten vennootschap|nv|naamloze vennootschap|vof|vennootschap onder firma|cv|cooperatie|ua|cooperatief ua',
  ES: `sl|slu|sll|slp|sociedad limitada|sociedad de responsabilidad limitada|sociedad limitada unipersonal|sa|sau|
    sociedad anonima|sociedad anonima unipersonal|s coop|sociedad cooperativa|sad`,
  PT: 'lda|limitada|sociedade unipessoal lda|unipessoal lda|unipessoal|sociedade anonima|sgps|sgps sa',
  BR: 'ltda|ltda me|ltda ltda epp|eireli|eireli me|epp|companhia',
  MX: `sa de cv|sab|sab de cv|sapi de cv|sapi|s de rl|s de rl de cv|srl de cv|sociedad anonima de capital variable|
    de cv`,
  AR: 'srl|sociedad de responsabilidad limitada|saic|sacif|saci',
  CL: 'spa|ltda|sociedad por acciones|eirl',
  PE: 'sac|saa',
  CO: 'sas|sociedad por acciones simplificada|cia ltda',
  IT: `spa|societa per azioni|srl|srls|societa a responsabilita limitata|sas|snc|sapa|scarl|scrl|soc coop|
    societa cooperativa|scpa|onlus`,
  PL: `sp zoo|spolka zoo|spolka z oo|spolka z ograniczona odpowiedzialnoscia|spzoo|sp z oo|
    sp j|spj|sp k|spk|spolka akcyjna|spolka komandytowa|
    spolka jawna|ska|psa|zoo`,
  CZ: 'sro|spol sro|spolecnost s rucenim omezenym|as|akciova spolecnost|vos|ks|zs|ops',
  SK: 'sro|akciova spolocnost|spolocnost s rucenim obmedzenym',
  HU: 'kft|zrt|nyrt|bt|kkt|korlatolt felelossegu tarsasag|reszvenytarsasag|rt',
  RO: 'srl|sa|pfa|sca|scs',
  BG: 'eood|ood|ead|ad',
  HR: 'doo|jdoo|dd|obrt',
  RS: 'doo|ad|preduzece',
  SI: 'doo|dd',
  GR: 'ae|epe|ike|oe|ee|anonimi etairia|anonymi etaireia|sa',
  TR: 'as|anonim sirketi|ltd sti|limited sirketi|sti|san tic|san ve tic|sanayi ve ticaret|ltd',
  RU: `ooo|oao|zao|pao|ao|nao|jsc|pjsc|ojsc|cjsc|obshchestvo s ogranichennoy otvetstvennostyu|aktsionernoe obshchestvo|
    publichnoe aktsionernoe obshchestvo|zakrytoe aktsionernoe obshchestvo|otkrytoe aktsionernoe obshchestvo|fgup|gup`,
  UA: `tov|prat|pat|fop|tdv|tovaristvo z obmezhenoyu vidpovidalnistyu|privatne aktsionerne tovaristvo|
    publichne aktsionerne tovaristvo`,
  BY: 'odo|chup|oao',
  KZ: 'too|ao',
  SE: 'ab|aktiebolag|publ|ab publ|hb|handelsbolag|kb|kommanditbolag|ek for|ekonomisk forening',
  NO: 'as|asa|aksjeselskap|allmennaksjeselskap|ans|enk|nuf',
  DK: 'as|aktieselskab|aps|anpartsselskab|ivs|amba|fmba|ks',
  FI: 'oy|oyj|ab|oy ab|osakeyhtio|julkinen osakeyhtio|ky|ry|osk|tmi',
  IS: 'hf|ehf|ohf|slf',
  EE: 'ou|osauhing|aktsiaselts|as|mtu',
  LV: 'sia|as',
  LT: 'uab|ab|mb|vsi',
  JP: 'kk|kabushiki kaisha|kabushiki gaisha|gk|godo kaisha|yugen kaisha|yk|co ltd',
  KR: 'jusikhoesa|chusik hoesa|co ltd',
  CN: 'co ltd|company ltd|company limited|youxian gongsi',
  TW: 'co ltd',
  VN: 'jsc|joint stock company|tnhh|cong ty tnhh|cong ty co phan|ctcp',
  PH: 'opc|inc',
  ZA: 'pty|pty ltd|soc ltd|npc',
  AE: 'fzco|fze|fz llc|fzllc|fz|pjsc|psc|wll|dmcc|free zone company',
  EG: 'sae|llc',
  IL: 'baam|ltd',
  PK: 'smc pvt|pvt',
  EU: 'se|societas europaea|eeig|ewiv|sce',
};

/** Forms in scripts that are not romanized, at the beginning or the end of a name, with or without a blank. */
export const NATIVE_FORMS: readonly string[] = [
  '株式会社',
  '有限会社',
  '合同会社',
  '合資会社',
  '一般社団法人',
  '一般財団法人',
  '(株)',
  '(有)',
  '股份有限公司',
  '有限责任公司',
  '有限責任公司',
  '集团有限公司',
  '有限公司',
  '集團',
  '주식회사',
  '유한회사',
  '(주)',
  'บริษัท',
  'จำกัด',
  '(มหาชน)',
  'בע"מ',
  'בע״מ',
  'شركة',
  'შპს',
  'ՍՊԸ',
  'ՓԲԸ',
  'ش.م.م',
  'ش.م.ع',
  'ذ.م.م',
];

const combined = (...parts: readonly (readonly string[])[]) =>
  parts.reduce((phrases, part) => phrases.flatMap((phrase) => part.map((word) => `${phrase} ${word}`))).join('|');

const CLASSES = [...'abcdefghijklmnopqrstuvwxyz'];
const DEPOSITS = combined(
  ['', 'sponsored', 'unsponsored'],
  ['', 'american', 'global', 'european', 'international', 'brazilian', 'crest', 'chess'],
  ['depositary', 'depository'],
  ['share', 'shares', 'receipt', 'receipts', 'interest', 'interests'],
);
const STOCKS = combined(
  `ordinary|ord|common|preferred|preference|pref|registered|bearer|voting|non voting|restricted voting|
  subordinate voting|multiple voting|participating|redeemable|deferred`.split(/\|\s*/),
  ['share', 'shares', 'stock', 'shs'],
);

/** Share classes and other securities that exchanges append to the name of their issuer. */
export const SHARE_CLASSES = `ord|eur|gbp|chf|pref|prf|pfd|adr|adrs|gdr|gdrs|bdr|bdrs|cdi|cdis|npv|no par value|ny registry shares|new york registry shares|
  ${combined(['sponsored', 'unsponsored', 'spons', 'spon', 'sp'], ['adr', 'adrs', 'ads', 'gdr', 'gdrs', 'gds'])}|${DEPOSITS}|${STOCKS}|
  ${combined(['class', 'cl', 'series'], CLASSES)}|${combined(CLASSES, ['share', 'shares', 'aktie', 'aktier', 'aksjer'])}|
  namensaktie|namensaktien|inhaberaktie|inhaberaktien|stammaktie|stammaktien|vorzugsaktie|vorzugsaktien|genussschein|
  genussscheine|partizipationsschein|partizipationsscheine|partizipsch|actions ordinaires|actions nominatives|
  actions au porteur|actions de preference|acciones ordinarias|acciones preferentes|azioni ordinarie|azioni di risparmio|
  azioni privilegiate|acoes ordinarias|acoes preferenciais`;

/** Those of them that are also words of names: only behind a legal form. `Acme Inc. Units`, but `Smart Units`. */
export const SHARE_CLASSES_LIKE_NAMES = `ads|gds|unit|units|uts|warrant|warrants|wt|wts|right|rights|rts|share|shares|shs|stock|stk|
  capital stock|growth shares|income shares|note|notes|bond|bonds|ordinary|preferred|preference|registered|bearer|subscription rights|
  usd|${CLASSES.slice(0, 8).join('|')}|vz|vzo|st|inh|on|pn|droits|bezugsrechte|optionsscheine|derechos`;

/** Forms and articles at the beginning of a name. */
export const LEADING_FORMS = `the|sarl|sas|sasu|eurl|sci|scp|selarl|snc|sa|societe|ste|ets|etablissements|ou|osauhing|ab|aktiebolag|aktiebolaget|
  oy|aktieselskabet|pt|ooo|oao|zao|pao|ao|tov|ip|uab|sia|gk firma|firma|fa|cv|ud|cong ty tnhh|cong ty co phan|ctcp|too|
  eood|ood|ead|prat|fgup|gmbh|doo|kft|bvba|sprl|asbl|vzw|gaec|scop|cooperatie|cooperatieve|sociedad anonima|
  obshchestvo s ogranichennoy otvetstvennostyu|aktsionernoe obshchestvo|publichnoe aktsionernoe obshchestvo|
  zakrytoe aktsionernoe obshchestvo|otkrytoe aktsionernoe obshchestvo|tovaristvo z obmezhenoyu vidpovidalnistyu|
  privatne aktsionerne tovaristvo|publichne aktsionerne tovaristvo|druzhestvo s ogranichena otgovornost|
  ednolichno druzhestvo s ogranichena otgovornost`;

/** Those of them that are also names, initials or words: `SAS Institute`, `PT Solutions`. */
export const FORMS_LIKE_NAMES: ReadonlySet<string> = new Set('sas sci snc sa ab pt ao ip sia cv ud'.split(' '));

/** Forms that are written without full stops, so that single letters are initials: `A. O. Smith`. */
export const INITIALS_LIKE_FORMS: ReadonlySet<string> = new Set(['ao', 'ab', 'fa', 'ip']);
