export { order } from './order';
export { redelivery } from './redelivery';
export { returnPayment } from './return-payment';
