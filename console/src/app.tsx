// The console: who is signed in, where they are, and what they see there.

import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { ServerProvider } from './api/server-provider.tsx';
import { ChatView } from './chat/chat-view.tsx';
import { TextProvider } from './text/text-provider.tsx';

export function App(): ReactNode {
  return (
    <TextProvider>
      <ServerProvider>
        <ConfigProvider>
          <ChatView sessionId={undefined} />
        </ConfigProvider>
      </ServerProvider>
    </TextProvider>
  );
}
