import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { RouterProvider } from 'react-router';
import { queryClient } from './api/queries';
import { nonce } from './nonce';
import { router } from './routes';
import { useSession } from './session/session';
import { SignIn } from './session/sign-in';
import { colorSchemeManager } from './theme/color-scheme';
import { contrast, theme } from './theme/theme';

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={contrast}
      defaultColorScheme="auto"
      colorSchemeManager={colorSchemeManager}
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" autoClose={6000} />
        <Entry />
      </QueryClientProvider>
    </MantineProvider>
  );
}

/** The address stays while nobody is signed in: after it one is where one was. */
function Entry() {
  const { token } = useSession();
  const { i18n } = useTranslation();
  useEffect(() => {
    document.documentElement.lang = i18n.language;
  }, [i18n.language]);
  // What one person read is not for the next.
  useEffect(() => {
    if (!token) queryClient.clear();
  }, [token]);
  return token ? <RouterProvider router={router} /> : <SignIn />;
}
