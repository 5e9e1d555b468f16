// What the palette offers: actions, roles and conversations that fit the words.

import { useNavigate } from '@tanstack/react-router';
import { LANGUAGES } from '#base/text.ts';
import { settingsTexts } from '#contract/texts/console-settings-texts.ts';
import {
  appearanceTexts,
  frameTexts,
  listTexts,
  paletteTexts,
} from '#contract/texts/console-texts.ts';
import { useIsAdmin } from '../api/use-is-admin.ts';
import { useRoles } from '../api/use-roles.ts';
import { useSessions } from '../api/use-sessions.ts';
import { sessionTitle } from '../conversations/session-title.ts';
import { useText } from '../text/use-text.ts';
import { useAppearance } from '../theme/use-appearance.ts';
import { useOwnLanguage } from './use-own-language.ts';
import { useSignOut } from './use-sign-out.ts';

export interface PaletteItem {
  readonly id: string;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly act: () => void;
}

export interface PaletteGroup {
  readonly name: string;
  readonly items: readonly PaletteItem[];
}

const MOST_CONVERSATIONS = 20;

/** `search` is `words` once they have settled: conversations are the server's to find. */
export function usePaletteGroups(words: string, search: string): readonly PaletteGroup[] {
  const { text } = useText();
  const actions = useActions();
  const roles = useRoleItems();
  const conversations = useConversationItems(search);
  const fits = ({ label }: PaletteItem): boolean =>
    label.toLowerCase().includes(words.toLowerCase());
  const groups = [
    { name: text(paletteTexts.actions()), items: actions.filter(fits) },
    { name: text(paletteTexts.roles()), items: roles.filter(fits) },
    { name: text(listTexts.conversations()), items: search === words ? conversations : [] },
  ];
  // What is found comes first; without words what one can do does.
  const sorted = words === '' ? groups : groups.toReversed();
  return sorted.filter(({ items }) => items.length > 0);
}

function useActions(): readonly PaletteItem[] {
  const { text } = useText();
  const navigate = useNavigate();
  const { isDark, choose } = useAppearance();
  const { language } = useText();
  const setLanguage = useOwnLanguage();
  const signOut = useSignOut();
  const isAdmin = useIsAdmin();
  const other = LANGUAGES.find((each) => each !== language) ?? language;
  const pages = (['roles', 'provider', 'people', 'sandbox'] as const).map((page) => ({
    id: `settings-${page}`,
    label: text(paletteTexts.of(text(frameTexts.settings()), text(settingsTexts[page]()))),
    act: () => void navigate({ to: `/settings/${page}` }),
  }));
  return [
    {
      id: 'new',
      label: text(listTexts.newConversation()),
      act: () => void navigate({ to: '/', search: {} }),
    },
    ...(isAdmin ? pages : []),
    {
      id: 'appearance',
      label: text(
        paletteTexts.of(
          text(appearanceTexts.appearance()),
          text(isDark ? appearanceTexts.light() : appearanceTexts.dark()),
        ),
      ),
      act: () => choose(isDark ? 'light' : 'dark'),
    },
    {
      id: 'language',
      label: text(
        paletteTexts.of(text(appearanceTexts.language()), text(appearanceTexts.name(other))),
      ),
      act: () => setLanguage(other),
    },
    { id: 'sign-out', label: text(paletteTexts.signOut()), act: () => void signOut() },
  ];
}

function useRoleItems(): readonly PaletteItem[] {
  const { text } = useText();
  const navigate = useNavigate();
  const { data: roles = [] } = useRoles();
  return roles.map(({ id, name }) => ({
    id: `role-${id}`,
    label: text(paletteTexts.talkTo(name)),
    act: () => void navigate({ to: '/', search: { role: id } }),
  }));
}

function useConversationItems(search: string): readonly PaletteItem[] {
  const { text } = useText();
  const navigate = useNavigate();
  const { data: listed = [] } = useSessions(search);
  return listed.slice(0, MOST_CONVERSATIONS).map(({ session, excerpt }) => ({
    id: `session-${session.id}`,
    label: text(sessionTitle(session)),
    hint: excerpt,
    act: () => void navigate({ to: '/s/$session', params: { session: session.id } }),
  }));
}
