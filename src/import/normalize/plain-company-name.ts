// The name of a company without remarks, and without the code that an ERP writes behind it: `Acme Ltd (1000)`.
import { legalFormOf } from '../../identity/company-names/company-name.ts';
import { REMARK_DROPPED, withoutRemark } from './name-remark.ts';
import type { Scope } from './scope.ts';

/** At least three digits, which letters and a hyphen may precede; but no year: `Acme Ltd (2019)`. */
const CODE = /^(.*\S)\s*[([]\s*(?!(?:19|20)\d\d\s*[)\]])(?:\p{L}{1,4}[-_ ]?)?\d{3,12}\s*[)\]]$/u;

/**
 * The name without remarks, and without a code in brackets that directly follows its legal form; notes both. Without a
 * legal form, the number may be part of the name.
 */
export function plainCompanyName(scope: Scope, field: string, given: string): string {
  const name = withoutRemark(given, 'company');
  if (name !== given) scope.notes.warn(scope.path + field, REMARK_DROPPED, given);
  const [, rest] = CODE.exec(name) ?? [];
  if (rest === undefined || legalFormOf(rest) === '') return name;
  scope.notes.warn(scope.path + field, 'a code in brackets was dropped: it is not part of the name', name);
  return rest;
}
