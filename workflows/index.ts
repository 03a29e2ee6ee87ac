export { order } from './order';
export { reconciliation } from './reconciliation';
export { redelivery } from './redelivery';
export { returnPayment } from './return-payment';
