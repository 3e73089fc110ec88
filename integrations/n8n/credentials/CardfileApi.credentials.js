// The credential of the node: the address of a server and a key. n8n loads it by its class name.

const { connection } = require('../nodes/Cardfile/manifest.json');

exports.CardfileApi = class CardfileApi {
  name = 'cardfileApi';
  displayName = 'Cardfile API';
  icon = 'file:../nodes/Cardfile/cardfile.svg';
  properties = [
    {
      displayName: connection.base_url.title,
      name: 'baseUrl',
      type: 'string',
      default: connection.base_url.default,
      required: true,
    },
    {
      displayName: connection.key.title,
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'Create one with `cardfile keys create`, or on the page Keys of the dashboard',
    },
  ];
  authenticate = {
    type: 'generic',
    properties: { headers: { [connection.key.header]: '={{$credentials.apiKey}}' } },
  };
  test = {
    request: { baseURL: '={{$credentials.baseUrl}}', url: connection.check.path, method: connection.check.method },
  };
};
