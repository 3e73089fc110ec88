// Mail to members by SMTP: invitations, and links that reset a password. Plain text.
import type { Transporter } from 'nodemailer';
import type { Invitation } from '../members/port.ts';

/** A server that is silent for longer is treated as unreachable. */
const TIMEOUT_MS = 10_000;
/** Maximum time of a message: a server that answers slowly, but is never silent, would hold its caller forever. */
const MESSAGE_MS = 20_000;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface Mailer {
  /** Rejects if the mail server does not accept the message. */
  send(mail: Mail): Promise<void>;
}

/**
 * Sends through the server of an smtp or smtps URL. A password is sent only over an encrypted connection: smtps, or
 * after STARTTLS.
 */
export function smtpMailer(url: string, from: string, messageMs = MESSAGE_MS): Mailer {
  let opening: Promise<Transporter> | null = null;
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
    const { hostname, username } = new URL(url);
    const requireTLS = username !== '' && !LOOPBACK.test(hostname);
    return createTransport({ url, requireTLS, ...limits }, { from });
  };
  return {
    send: async (mail) => {
      opening ??= open();
      const limit = AbortSignal.timeout(messageMs);
      try {
        await (await opening).sendMail({ ...mail, signal: limit });
      } catch (error) {
        if (!limit.aborted) throw error;
        throw new Error(`the mail server did not accept the message within ${messageMs / 1000} s`, { cause: error });
      }
    },
  };
}

const until = (time: string) => `${time.slice(0, 16).replace('T', ' ')} UTC`;

/** The message with an invitation link. */
export function invitationMail(email: string, { expiresAt, invitedBy }: Invitation, link: string): Mail {
  return {
    to: email,
    subject: 'Your invitation to Cardfile',
    text: `${invitedBy} invites you to Cardfile. Open this link to choose a name and a password:

${link}

It works once, until ${until(expiresAt)}. If you do not expect it, ignore this message.
`,
  };
}

/** The message with a link that resets a password. */
export function resetMail(email: string, { expiresAt }: Invitation, link: string): Mail {
  return {
    to: email,
    subject: 'A new password for Cardfile',
    text: `Open this link to choose a new password for Cardfile:

${link}

It works once, until ${until(expiresAt)}. Your password stays as it is until then. If you did not ask for a new one,
ignore this message.
`,
  };
}
