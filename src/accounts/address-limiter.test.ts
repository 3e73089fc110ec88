import { expect, test } from 'vitest';
import { AddressLimiter, addressLimiterMemory } from './address-limiter.ts';

test('admits 20 failures per second and address', () => {
  const limiter = new AddressLimiter();
  for (const address of ['192.0.2.1', '2001:db8::1']) {
    for (let attempt = 0; attempt < 20; attempt++) expect(limiter.admit(address, 1000).admitted).toBe(true);
    expect(limiter.admit(address, 1000)).toEqual({ admitted: false, retryAfterMs: 1000 });
  }
  expect(limiter.admit('192.0.2.1', 2000).admitted).toBe(true);
});

test('counts all addresses of an IPv6 /64 together', () => {
  const limiter = new AddressLimiter();
  for (let host = 0; host < 20; host++) expect(limiter.admit(`2001:db8:0:7::${host}`, 1000).admitted).toBe(true);
  expect(limiter.admit('2001:db8:0:7:ffff::1', 1000).admitted).toBe(false);
  expect(limiter.admit('2001:db8:0:8::1', 1000).admitted).toBe(true);
});

test('counts an IPv4 address together with its IPv6 form', () => {
  const limiter = new AddressLimiter();
  for (let attempt = 0; attempt < 20; attempt++) limiter.admit('::ffff:192.0.2.1', 1000);
  expect(limiter.admit('192.0.2.1', 1000).admitted).toBe(false);
  expect(limiter.admit('::ffff:192.0.2.2', 1000).admitted).toBe(true);
});

test('counts attempts on closed sockets together', () => {
  const limiter = new AddressLimiter();
  for (let attempt = 0; attempt < 20; attempt++) expect(limiter.admit(undefined, 1000).admitted).toBe(true);
  expect(limiter.admit(undefined, 1000).admitted).toBe(false);
});

test('counts threads that share the memory as one', () => {
  const memory = addressLimiterMemory();
  const one = new AddressLimiter(memory);
  const other = new AddressLimiter(memory);
  for (let attempt = 0; attempt < 10; attempt++) {
    expect(one.admit('192.0.2.1', 5).admitted && other.admit('192.0.2.1', 5).admitted).toBe(true);
  }
  expect(one.admit('192.0.2.1', 6).admitted || other.admit('192.0.2.1', 6).admitted).toBe(false);
});

test('uses no more memory under a flood of addresses, and lets no address fail more often', () => {
  const limiter = new AddressLimiter();
  for (let attempt = 0; attempt < 20; attempt++) limiter.admit('192.0.2.1', 0);
  for (let address = 0; address < 10_000; address++) limiter.admit(`2001:db8:0:${address.toString(16)}::1`, 1);
  expect(limiter.admit('192.0.2.1', 2).admitted).toBe(false);
  expect(limiter.admit('192.0.2.2', 2).admitted).toBe(false);
  expect(limiter.admit('192.0.2.2', 1001).admitted).toBe(true);
});
