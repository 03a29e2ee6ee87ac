export { order } from './order';
