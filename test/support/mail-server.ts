// A mail server on this machine that stores the received messages (RFC 5321, without extensions).
import { createServer, type Socket } from 'node:net';

interface KeptMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and text as sent. */
  readonly content: string;
}

export interface MailServer {
  readonly url: string;
  readonly mails: readonly KeptMail[];
  close(): Promise<void>;
}

/** Starts a server that rejects the recipients of a domain named `rejected.example`. */
export async function startMailServer(): Promise<MailServer> {
  const mails: KeptMail[] = [];
  const server = createServer((socket) => converse(socket, (mail) => mails.push(mail)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `smtp://127.0.0.1:${port}`, mails, close };
}

function converse(socket: Socket, keep: (mail: KeptMail) => void): void {
  let [unread, from, content] = ['', '', null as string | null];
  let to: string[] = [];
  const say = (line: string) => socket.write(`${line}\r\n`);
  const hear = (line: string) => {
    const [, address = ''] = /<(.*)>/.exec(line) ?? [];
    if (content !== null) {
      if (line !== '.') {
        content += `${line.replace(/^\.\./, '.')}\n`;
        return;
      }
      keep({ from, to, content });
      [content, to] = [null, []];
      say('250 kept');
    } else if (/^MAIL/i.test(line)) {
      from = address;
      say('250 ok');
    } else if (/^RCPT/i.test(line)) {
      const isRejected = address.endsWith('@rejected.example');
      if (!isRejected) to.push(address);
      say(isRejected ? '550 no such mailbox' : '250 ok');
    } else if (/^DATA/i.test(line)) {
      content = '';
      say('354 end with a dot');
    } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
    else say('250 ok');
  };
  say('220 mail.test');
  socket.on('error', () => socket.destroy());
  socket.on('data', (bytes) => {
    const lines = (unread + bytes.toString('utf8')).split('\r\n');
    unread = lines.pop() ?? '';
    for (const line of lines) hear(line);
  });
}
