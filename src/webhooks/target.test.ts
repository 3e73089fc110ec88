import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.ts';
import { sendEvent } from './send-event.ts';
import { resolvedAddress, TargetError, targetUrl } from './target.ts';

const RULES = { allowsPrivate: false };

describe('an address', () => {
  it.each([
    ...['0.0.0.0', '10.1.2.3', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
    ...['172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1'],
    ...['198.51.100.7', '203.0.113.9', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    ...['::', '::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:7f00:1', '::127.0.0.1', '64:ff9b::a00:1'],
    ...['64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:7f00:1::1', '3fff::1', '5f00::1', 'fc00::1'],
    ...['fd12:3456::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', 'localhost', '', '1.2.3'],
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each([
    ...['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.1', '172.15.0.1', '172.32.0.1', '192.167.0.1', '223.0.0.1'],
    ...['2606:4700::1111', '2a00:1450:4001::1', '2620:fe::fe'],
  ])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });
});

describe('a URL', () => {
  it.each([
    ...['https://127.0.0.1/', 'https://127.1/', 'https://2130706433/', 'https://0x7f000001/', 'https://0177.0.0.1/'],
    ...['https://0/', 'https://[::1]/', 'https://[::ffff:169.254.169.254]/', 'https://[fd00:ec2::254]/'],
    ...['https://localhost/', 'https://LOCALHOST./', 'https://a.localhost/', 'https://printer.local/'],
    ...['https://metadata.google.internal/', 'https://metadata/', 'https://router.home.arpa/', 'https://x.onion/'],
    ...['https://169.254.169.254./', 'https://１２７.0.0.1/', 'https://127。0。0。1/'],
    ...['http://hooks.acme.test/', 'ftp://hooks.acme.test/', 'file:///etc/passwd', 'https:hooks', 'hooks.acme.test'],
    ...['https://me@hooks.acme.test/', 'https://:x@hooks.acme.test/', 'https://hooks.acme.test/#x', '', 'javascript:1'],
    `https://hooks.acme.test/${'x'.repeat(2048)}`,
  ])('%s is rejected', (url) => {
    expect(() => targetUrl(url, RULES)).toThrow(TargetError);
  });

  it.each([
    'https://hooks.acme.test/',
    'https://hooks.acme.test:8443/a?b=c',
    'https://1.1.1.1/',
    'https://[2606:4700::1]/',
  ])('%s is accepted', (url) => {
    expect(targetUrl(url, RULES).protocol).toBe('https:');
  });

  it('may be private where the operator allows it', () => {
    for (const url of ['http://127.0.0.1:8000/', 'https://receiver/', 'http://localhost/'])
      expect(targetUrl(url, { allowsPrivate: true }).href).toBe(url);
    expect(() => targetUrl('ftp://127.0.0.1/', { allowsPrivate: true })).toThrow(TargetError);
  });
});

describe('an attempt', () => {
  it('does not connect to a name that resolves to a loopback address', async () => {
    await expect(resolvedAddress(new URL('https://localhost/'), RULES)).rejects.toThrow('must not be a private');
    await expect(resolvedAddress(new URL('https://127.0.0.1/'), RULES)).rejects.toThrow('must not be a private');
    const { address } = await resolvedAddress(new URL('https://localhost/'), { allowsPrivate: true });
    expect(['127.0.0.1', '::1']).toContain(address);
  });

  it('connects to the checked address and nowhere else, and names the host', async () => {
    const hosts: (string | undefined)[] = [];
    const server = createServer((request, reply) => {
      hosts.push(request.headers.host);
      reply.writeHead(200).end('x'.repeat(1_000_000));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const outgoing = { url: `http://localhost:${port}/x`, headers: {}, payload: '{}' };
    expect(await sendEvent(outgoing, { allowsPrivate: true })).toMatchObject({ status: 200, error: null });
    // Endpoints are checked at every attempt, even if they were allowed before.
    expect(await sendEvent(outgoing, RULES)).toMatchObject({ status: null, error: expect.stringContaining('https') });
    expect(hosts).toEqual([`localhost:${port}`]);
    server.close();
    server.closeAllConnections();
  });

  it('ends if the endpoint switches to another protocol', async () => {
    const server = createServer();
    server.on('connection', (socket) => {
      socket.on('error', () => {});
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const outgoing = { url: `http://127.0.0.1:${port}/`, headers: {}, payload: '{}' };
    const { error } = await sendEvent(outgoing, { allowsPrivate: true });
    expect(error).toBe('the connection was closed without an answer');
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('ends without an answer after its time, and in words if nothing answers', async () => {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const outgoing = { url: `http://127.0.0.1:${port}/`, headers: {}, payload: '{}' };
    const late = await sendEvent(outgoing, { allowsPrivate: true, attemptMs: 200 });
    expect(late).toEqual({ status: null, retryAfter: null, error: 'no answer within 0.2 s' });
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    const rejected = await sendEvent(outgoing, { allowsPrivate: true });
    expect(rejected.error).toBe('nothing listens at the address');
    const plain = await sendEvent({ ...outgoing, url: `https://127.0.0.1:${port}/` }, { allowsPrivate: true });
    expect(plain.error).toBe('nothing listens at the address');
  });
});
