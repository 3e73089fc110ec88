import { describe, expect, it } from 'vitest';
import { INDUSTRIES } from '../../contract/vocabularies/vocabularies.ts';
import { parseIndustry } from './industry.ts';
import table from './industry-synonyms.json' with { type: 'json' };

describe('industries', () => {
  it.each([
    ['banking', 'Banking'],
    ['Banks', 'Banking'],
    ['COURIER', 'Freight and Package Transportation'],
    ['automotive industry', 'Automotive'],
    ['the steel industry', 'Primary Metal Manufacturing'],
    ['e-commerce', 'Online and Mail Order Retail'],
    ['Pharmaceuticals, Biotechnology & Life Sciences', 'Pharmaceuticals'],
    ['Hotels, Restaurants & Leisure', 'Hospitality'],
    ['Oil, Gas & Consumable Fuels', 'Oil and Gas'],
    ['Maschinenbau', 'Mechanical Or Industrial Engineering'],
    ['Versicherungen', 'Insurance'],
    ['Santé', 'Hospitals and Health Care'],
    ['Tecnología', 'Technology; Information and Internet'],
    ['information technology & services', 'Information Technology and Services'],
    ['SaaS, Analytics, Big Data', 'Software Development'],
    ['Unheard Of; Insurance', 'Insurance'],
    ['Health Care > Dental', 'Hospitals and Health Care'],
    ['engineering and knitting', 'Engineering Services'],
    ['62012 - Business and domestic software development', 'Software Development'],
    ['82990 - Other business support service activities n.e.c.', 'Business Consulting and Services'],
    ['541511 Custom Computer Programming Services', 'Software Development'],
  ])('reads %s as %s', (text, listed) => expect(parseIndustry(text)).toBe(listed));

  it.each(['basket weaving', '', '-', 'industry', 'constructor'])('finds no listed industry in %j', (text) =>
    expect(parseIndustry(text)).toBe(null),
  );

  it.each([
    ['MINING_METALS', 'Mining and Metals'],
    ['FOOD_BEVERAGES', 'Food and Beverages'],
    ['COMPUTER_SOFTWARE', 'Computer Software'],
    ['HOSPITAL_HEALTH_CARE', 'Hospital and Health Care'],
  ])('reads the constant %s of a product as %s', (text, listed) => expect(parseIndustry(text)).toBe(listed));

  it('reads every listed value as itself', () => {
    for (const listed of INDUSTRIES) expect(parseIndustry(listed)).toBe(listed);
  });

  it('maps some thousand distinct synonyms to listed values', () => {
    const synonyms = Object.values(table.synonyms).flatMap((line) => line.split(', '));
    expect(synonyms.length).toBeGreaterThan(1000);
    expect(new Set(synonyms).size).toBe(synonyms.length);
    for (const listed of Object.keys(table.synonyms)) expect(INDUSTRIES).toContain(listed);
    for (const [listed, line] of Object.entries(table.synonyms)) {
      for (const synonym of line.split(', ')) expect([synonym, parseIndustry(synonym)]).toEqual([synonym, listed]);
    }
  });
});
