export { type ValidationError, type Validator, validators } from './generated/validators.gen.js';
