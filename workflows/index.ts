export { order } from './order';
export { redelivery } from './redelivery';
