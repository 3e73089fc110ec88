// Recognizes mobile phone numbers by their prefix, if a source does not state the kind of a number. Pure.

/** Prefixes of mobile numbers, in countries with separate ranges for them. */
const MOBILE =
  /^\+(?:316|324[5-9]|33[67]|34[67]|3519|3538|36[237]0|393|407|417[5-9]|420[67]|436[5-9]|447[1-57-9]|467|47[49]|48(?:5[0137]|6[069]|7[2389]|88)|491[567]|55\d\d9|614|81[789]0|8210|861[3-9]|905|91[6-9]|9715|27[678])/;

/** Whether an E.164 number is certainly a mobile number. */
export const isMobileNumber = (phone: string): boolean => MOBILE.test(phone);
