// The console: who is signed in, where they are, and what they see there.

import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { ChatView } from './chat/chat-view.tsx';

export function App(): ReactNode {
  return (
    <ConfigProvider>
      <ChatView sessionId={undefined} />
    </ConfigProvider>
  );
}
