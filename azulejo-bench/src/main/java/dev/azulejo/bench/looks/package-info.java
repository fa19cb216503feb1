/**
 * Pictures beside those of three.js: {@code bench/looks.sh} renders models and charts with both,
 * and says how far a viewer would find them apart.
 */
package dev.azulejo.bench.looks;
