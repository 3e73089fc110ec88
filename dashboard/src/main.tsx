// The entry point of the dashboard: loads styles and theme and renders the application.
import { render } from 'preact';
import { App } from './app.tsx';
import { followTheme } from './theme.ts';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/elements.css';
import './styles/components.css';
import './styles/overlays.css';
import './styles/shell.css';
import './styles/tables.css';

followTheme();
const element = document.getElementById('app');
if (element) render(<App />, element);
