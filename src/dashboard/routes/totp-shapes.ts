// The answers of the routes of two-step sign-in as schemas.

import { closed, maybeText, text } from '../../contract/schemas/schema.ts';
import { Type } from '../../contract/schemas/schema-types.ts';

export const TotpShape = closed({
  on_since: maybeText('When two-step sign-in was switched on; null: it is off'),
  recovery_codes_left: Type.Integer({ minimum: 0, description: 'Number of unused recovery codes' }),
});

export const TotpSecretShape = closed({
  key: text('The secret in Base32, for typing'),
  uri: text('The secret as an otpauth URI, for the QR code'),
});

export const RecoveryCodesShape = closed({
  recovery_codes: Type.Array(Type.String(), {
    description: 'Each code signs in once in place of a code of the app; shown only now',
  }),
});
