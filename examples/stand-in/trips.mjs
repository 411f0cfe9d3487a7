/** The payments and the travel documents of the travel service. */
import { codeOf, nothingBy, refuse } from './answers.mjs';
import { isFlightBooking } from './flights.mjs';
import { isHotelBooking } from './hotels.mjs';

/** The limit of the customer's card. */
const limit = 5_000;

export function processPayment({ booking_id, amount, currency = 'EUR' }) {
  if (!isFlightBooking(booking_id)) return nothingBy(booking_id);
  if (amount > limit) return refuse('declined', `The card is not good for ${amount}, only for ${limit}`);
  return { id: `PY-${codeOf(`${booking_id} ${amount}`)}`, booking_id, status: 'captured', amount, currency };
}

export function confirmTrip({ flight_booking_id, hotel_booking_id }) {
  if (!isFlightBooking(flight_booking_id)) return nothingBy(flight_booking_id);
  if (!isHotelBooking(hotel_booking_id)) return nothingBy(hotel_booking_id);
  const id = `TR-${codeOf(`${flight_booking_id} ${hotel_booking_id}`)}`;
  return { id, status: 'confirmed', flight_booking_id, hotel_booking_id };
}
