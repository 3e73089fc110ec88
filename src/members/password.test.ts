import { argon2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkNewPassword, hashPassword, isPassword } from './password.ts';

const PASSWORD = 'correct horse battery';

test('accepts a password for its own hash and no other', async () => {
  const hash = await hashPassword(PASSWORD);
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await isPassword(PASSWORD, hash)).toBe(true);
  expect(await isPassword('correct horse batterz', hash)).toBe(false);
  expect(await isPassword('', hash)).toBe(false);
});

test('hashes the same password differently each time', async () => {
  expect(await hashPassword(PASSWORD)).not.toBe(await hashPassword(PASSWORD));
});

test('accepts a hash of another cost', async () => {
  const [salt, cost] = [Buffer.from('0123456789abcdef'), { memory: 64, passes: 1, parallelism: 2 }];
  const hash = argon2Sync('argon2id', { ...cost, message: PASSWORD, nonce: salt, tagLength: 24 });
  const phc = `$argon2id$v=19$m=64,t=1,p=2$${salt.toString('base64').replace('==', '')}$${hash.toString('base64')}`;
  expect(await isPassword(PASSWORD, phc)).toBe(true);
  expect(await isPassword(PASSWORD, phc.replace('t=1', 't=2'))).toBe(false);
});

test('treats composed and decomposed letters as one password', async () => {
  const hash = await hashPassword('caf\u00e9 au lait, s\u2019il');
  expect(await isPassword('cafe\u0301 au lait, s\u2019il', hash)).toBe(true);
});

test('takes as long for an unknown member as for a known one', async () => {
  const hash = await hashPassword(PASSWORD);
  const took = async (of: string | null) => {
    const times: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      const startedMs = performance.now();
      expect(await isPassword('wrong password here', of)).toBe(false);
      times.push(performance.now() - startedMs);
    }
    return times.sort((a, b) => a - b)[2] ?? 0;
  };
  await took(null);
  const [known, unknown] = [await took(hash), await took(null)];
  expect(unknown).toBeGreaterThan(known / 10);
  expect(unknown).toBeLessThan(known * 10);
});

test('requires a new password to be long, varied and not the address', () => {
  const rejection = (password: string) => {
    try {
      checkNewPassword(password, 'ann@acme.example');
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(rejection(PASSWORD)).toBe('');
  expect(rejection('elevenchars')).toContain('too short');
  expect(rejection('😀😁😂🤣😃😄😅😆😉😊😋')).toContain('too short');
  expect(rejection('x'.repeat(201))).toContain('too long');
  expect(rejection('abababababab')).toContain('easy to guess');
  expect(rejection('Ann@Acme.Example1')).toContain('easy to guess');
});
