import { createBrowserRouter } from 'react-router';
import { Layout } from './layout/layout';
import { ApiClientsPage } from './pages/api-clients';
import { ApprovalsPage } from './pages/approvals';
import { AuditPage } from './pages/audit';
import { FindingsPage } from './pages/findings';
import { FlagsPage } from './pages/flags';
import { FxPage } from './pages/fx';
import { LimitsPage } from './pages/limits';
import { LogsPage } from './pages/logs';
import { NotFoundPage } from './pages/not-found';
import { OrderPage } from './pages/order';
import { OrdersPage } from './pages/orders';
import { PartnersPage } from './pages/partners';
import { PricingPage } from './pages/pricing';
import { RequisitesPage } from './pages/requisites';
import { SuspensePage } from './pages/suspense';
import { SystemPage } from './pages/system';
import { WebhooksPage } from './pages/webhooks';
import { PageError } from './parts/page-error';

export const router = createBrowserRouter(
  [
    {
      element: <Layout />,
      children: [
        {
          errorElement: <PageError />,
          children: [
            // The charts are most of the bundle: only this page loads them.
            { index: true, lazy: async () => ({ Component: (await import('./pages/overview')).OverviewPage }), HydrateFallback: () => null },
            { path: 'orders', element: <OrdersPage /> },
            { path: 'orders/:id', element: <OrderPage /> },
            { path: 'approvals', element: <ApprovalsPage /> },
            { path: 'webhooks', element: <WebhooksPage /> },
            { path: 'suspense', element: <SuspensePage /> },
            { path: 'findings', element: <FindingsPage /> },
            { path: 'partners', element: <PartnersPage /> },
            { path: 'fx', element: <FxPage /> },
            { path: 'pricing', element: <PricingPage /> },
            { path: 'requisites', element: <RequisitesPage /> },
            { path: 'limits', element: <LimitsPage /> },
            { path: 'flags', element: <FlagsPage /> },
            { path: 'api-clients', element: <ApiClientsPage /> },
            { path: 'audit', element: <AuditPage /> },
            { path: 'logs', element: <LogsPage /> },
            { path: 'system', element: <SystemPage /> },
            { path: '*', element: <NotFoundPage /> },
          ],
        },
      ],
    },
  ],
  { basename: '/console' },
);
