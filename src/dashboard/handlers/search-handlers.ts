// Saved searches of the account of a member, or of any account for an operator.
import type { SavedSearch } from '../../members/port.ts';
import type { Handlers } from '../context.ts';
import { named } from '../named.ts';
import type { AnswerOf } from '../routes/routes.ts';
import { selectedAccount, selectedAccountName } from '../scope.ts';

export const SEARCH_HANDLERS = {
  'searches.list': async ({ query }, call, context) => {
    const account = await selectedAccountName(query.account, call, context);
    return { rows: (await context.store.searches.searchesOf(account)).map(searchView) };
  },

  'searches.save': async ({ body }, call, context) => {
    const { name: accountName } = await selectedAccount(body.account, call, context);
    const { id, name, kind, query } = body;
    // The name of the search may be the name of a person, who may have to be forgotten later.
    call.subject = `a search of ${kind} for ${accountName}`;
    const saved = await context.store.searches.save({ accountName, id, name, kind, query, savedBy: call.member.email });
    call.subject = `${subjectOf(saved)} of ${accountName}`;
    return searchView(saved);
  },

  'searches.remove': async ({ params, query }, call, context) => {
    call.subject = params.id;
    const account = await selectedAccountName(query.account, call, context);
    call.subject = `${params.id} of ${account}`;
    const found = (await context.store.searches.searchesOf(account)).find(({ id }) => id === params.id);
    if (found) call.subject = `${subjectOf(found)} of ${account}`;
    await context.store.searches.remove(account, params.id);
    return { done: true };
  },
} as const satisfies Handlers<'searches.list' | 'searches.save' | 'searches.remove'>;

/** A saved search in the audit log. */
function subjectOf({ id, kind }: SavedSearch): string {
  return named(`a search of ${kind}`, id);
}

function searchView({ id, name, kind, query, savedBy, createdAt }: SavedSearch): AnswerOf<'searches.save'> {
  return { id, name, kind, query, saved_by: savedBy, created_at: createdAt };
}
