// Values that sportswear sends for "not available". Each is treated as absent.
import type { Placeholders } from '#kit'

/** A discount of 0 and a position of 0 are real values. */
export const placeholders: Placeholders = {
  '/prices/current_price': { value: 0, when: 'the colour is not for sale' },
  '/prices/initial_price': { value: 0, when: 'the colour is not for sale' },
  '/prices/employee_price': { value: 0, when: 'the page is not an employee’s' },
  '/content_images/*/properties/portrait/aspect_ratio': { value: 0, when: 'the picture was not measured' },
  '/content_images/*/properties/squarish/aspect_ratio': { value: 0, when: 'the picture was not measured' },
}
