/**
 * Functions that the platform computes differently from one processor to the next, or slowly, as
 * definitions of our own: the same bits everywhere.
 *
 * <p>In and out: numbers. The scalar methods are the definitions; {@code math.vector} has their
 * twins over lanes. Multiplication and addition are never fused, polynomials go by Horner's rule.
 * Imports nothing.
 *
 * <table>
 * <caption>Functions</caption>
 * <tr><th>class</th><th>what</th><th>error below</th><th>source</th></tr>
 * <tr><td>{@link dev.azulejo.core.math.Log2}</td><td>base-2 logarithm of normal numbers</td>
 *     <td>1.4e-5 + rounding, absolute</td>
 *     <td>exponent, and a polynomial of degree 5 of the mantissa</td></tr>
 * <tr><td>{@link dev.azulejo.core.math.Exp2}</td><td>2 to the power of x</td>
 *     <td>2.7e-6 + rounding, relative</td>
 *     <td>exponent, times a polynomial of degree 4 of the fraction</td></tr>
 * <tr><td>{@link dev.azulejo.core.math.SrgbCurve}</td><td>the sRGB curve, both ways, at load</td>
 *     <td>rounding</td><td>IEC 61966-2-1</td></tr>
 * <tr><td>{@link dev.azulejo.core.math.SrgbDecoding}</td><td>sRGB code to linear light</td>
 *     <td>2.2e-5, absolute</td><td>line, and a polynomial of degree 5 above</td></tr>
 * <tr><td>{@link dev.azulejo.core.math.SrgbEncoding}</td><td>linear light to sRGB code and back</td>
 *     <td>0.58 of a code</td><td>table; idea of F. Giesen, 2012</td></tr>
 * <tr><td>{@link dev.azulejo.core.math.Floor}</td><td>rounding down to an int</td>
 *     <td>none</td><td>conversion and comparison</td></tr>
 * </table>
 *
 * <p>The polynomials were fitted for this project: minimax, that is, the largest errors between
 * their ends are (nearly) equal and of alternating sign. Each error above is that of the largest.
 */
package dev.azulejo.core.math;
