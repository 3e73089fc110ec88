// Maps company types as written in files to the closed list.
import { listedValue } from '../../contract/vocabularies/values.ts';
import { memoized } from '../../words/memoized.ts';
import { wordKey } from '../../words/words.ts';

const WORDS: Readonly<Record<string, string>> = {
  'Privately Held': `private, private company, privately owned, private held, private limited company, limited company, limited, ltd, llc, gmbh, sarl, sas,
  bv, srl, s l, sl, inc, corporation, for profit, gesellschaft mit beschränkter haftung,
  unternehmergesellschaft, unternehmergesellschaft haftungsbeschränkt, ug, ug haftungsbeschränkt, société à responsabilité limitée, société par actions
  simplifiée, sociedad limitada, sociedad de responsabilidad limitada, società a responsabilità limitata, besloten vennootschap, limited liability company,
  proprietary limited, proprietary company, pty ltd, s r l, s a r l, b v, private equity backed, vc backed, venture backed, venture funded, private subsidiary, privat,
  privee, prive, privada, private sector, closely held, private unlimited company, private unlimited`,
  'Public Company': `public, publicly held, publicly traded, publicly listed, public limited company, plc, listed, listed company, ipo, ag, aktiengesellschaft, boersennotiert, börsennotiert,
  public subsidiary, public parent, cotee, traded company, joint stock company`,
  Nonprofit: `non profit, not for profit, nonprofit organization, non profit organization, not for profit organization, nonprofit organisation, ngo, charity,
  foundation, association, verein, eingetragener verein, stiftung, gemeinnuetzig, gemeinnützig, non governmental organization, 501c3, npo, charitable organization, e v, community interest company, charitable incorporated organisation,
  scottish charitable incorporated organisation`,
  'Government Agency': `government, state owned, state owned enterprise, public sector, government owned, public institution, governmental, federal
  government, municipality, state owned company, public body, public authority, public administration, behoerde, behörde, körperschaft des öffentlichen rechts, anstalt des öffentlichen rechts`,
  'Educational Institution':
    'education, university, school, college, educational organization, academic institution, educational organisation',
  Partnership:
    'limited liability partnership, llp, lp, limited partnership, general partnership, gbr, ohg, kg, gmbh & co kg, kommanditgesellschaft, offene handelsgesellschaft',
  'Sole Proprietorship':
    'sole proprietor, sole trader, einzelunternehmen, einzelfirma, eingetragener kaufmann, eingetragene kauffrau, e k, auto entrepreneur, individual entrepreneur',
  'Self-Employed': 'self employed, freelance, freelancer, freelancers, freiberufler',
  'Self-Owned': 'self owned',
};
const LISTED_BY_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS).flatMap(([listed, words]) => words.split(',').map((text) => [wordKey(text), listed] as const)),
);

/** The listed type of a text; null if the text is unknown. */
export const parseCompanyType = memoized((text: string): string | null => {
  return listedValue('company_type', text) ?? LISTED_BY_WORDS.get(wordKey(text)) ?? null;
});
