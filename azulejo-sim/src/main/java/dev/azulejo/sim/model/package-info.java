/** Plays work traces on machines. */
package dev.azulejo.sim.model;
