package dev.azulejo.core.link;

/**
 * Carries messages between the GPUs of a group. They may be lost; a transport that is no better may
 * also carry them late, twice, in another order or damaged: who receives them copes.
 */
public interface Transport {
    /** Returns the length of the longest message that is carried, bytes. */
    int longest();

    /**
     * Sends a message. Never waits for room or for a receiver: what cannot be carried is dropped.
     * May be called by any thread.
     *
     * @param from the GPU that sends
     * @param to the GPU that receives
     * @param buffer where the message lies; free again when the call returns
     * @param offset its first byte
     * @param length its bytes, 1 and up
     */
    void send(int from, int to, byte[] buffer, int offset, int length);

    /**
     * Receives a message, if there is one. Never waits. Each GPU has one thread at a time that
     * receives.
     *
     * @param to the GPU that receives
     * @param buffer where the message is written, from 0; at least {@link #longest()} bytes
     * @return its length; 0 if there is none
     */
    int receive(int to, byte[] buffer);
}
