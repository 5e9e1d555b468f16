// What stands here for whoever is not signed in.

import type { ReactNode } from 'react';
import { frameTexts, signInTexts } from '#contract/texts/console-texts.ts';
import { AppearanceChoice } from '../shell/appearance-choice.tsx';
import { LanguageChoice } from '../shell/language-choice.tsx';
import { usePageTitle } from '../shell/use-page-title.ts';
import { useText } from '../text/use-text.ts';
import { SignInForm } from './sign-in-form.tsx';
import './sign-in.css';

export function SignInPage(): ReactNode {
  const { text, setLanguage } = useText();
  usePageTitle(text(signInTexts.title()));
  return (
    <div className="q-sign-in">
      <header className="q-sign-in-tools">
        <AppearanceChoice />
        <LanguageChoice onChoose={setLanguage} />
      </header>
      <main className="q-sign-in-card">
        <h1>{text(frameTexts.product())}</h1>
        <SignInForm />
      </main>
    </div>
  );
}
