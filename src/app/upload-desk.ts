// Uploads and imports of the dashboard.
import type { Uploads } from '../console/records-port.ts';
import { Refusal } from '../console/refusal.ts';
import type { Config } from './config.ts';

const soon = () => new Refusal('CONFLICT', 'uploads are not ready');

export class UploadDesk implements Uploads {
  readonly config: Config;
  constructor(config: Config) {
    this.config = config;
  }
  list = async () => [];
  begin = () => Promise.reject(soon());
  append = () => Promise.reject(soon());
  preview = () => Promise.reject(soon());
  remove = () => Promise.reject(soon());
  imports = async () => [];
  importOf = async () => null;
  start = () => Promise.reject(soon());
  rejects = async () => null;
  close = async () => {};
}
