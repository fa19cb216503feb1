package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.link.PixelMessage;
import dev.azulejo.core.link.PixelReader;
import dev.azulejo.core.link.PixelWriter;
import dev.azulejo.core.pixel.OwnPixels;

import org.junit.jupiter.api.Test;

/** What a GPU answers: 64x64 pixels, 16 groups, of which it has painted none. */
class PixelPortTest {
    private final MailboxTransport questions = new MailboxTransport(2);
    private final MailboxTransport answers = new MailboxTransport(2);
    private final PixelPort port = new PixelPort(1, new OwnPixels());
    private final PixelWriter writer = new PixelWriter();
    private final PixelReader reader = new PixelReader();
    private final GroupPhase shared =
            GroupWorld.phase(
                    GroupWorld.HALVES, 1, GroupWorld.cut(2, GroupWorld.rectangles(Sheet.target())));

    private void ask(PixelMessage.Kind kind, int frame, int phase, int number, int... bytes) {
        writer.begin(kind, 1, frame, phase, number);
        for (int one : bytes) {
            writer.put(one);
        }
        questions.send(0, 1, writer.bytes(), 0, writer.end());
    }

    /** Answers, and returns whether the next answer was read. */
    private boolean answered() {
        port.answer(questions, answers);
        byte[] buffer = new byte[answers.longest()];
        int length = answers.receive(0, buffer);
        return length != 0 && reader.read(buffer, length);
    }

    @Test
    void itTellsWhatItPaintedInThePhase() {
        port.begin(shared);
        ask(PixelMessage.Kind.QUESTION, shared.frame, shared.number, 0);
        assertThat(answered()).isTrue();
        assertThat(reader.kind()).isEqualTo(PixelMessage.Kind.PAINTED);
        assertThat(reader.sender()).isEqualTo(1);
        assertThat(reader.frame()).isEqualTo(shared.frame);
        assertThat(reader.phase()).isEqualTo(shared.number);
        assertThat(reader.number()).isEqualTo(16);
        for (int group = 0; group < 16; group++) {
            assertThat(reader.has(group)).isFalse();
        }
        assertThat(answered()).as("asked once").isFalse();
    }

    @Test
    void questionsAboutOtherPicturesAreNotAnswered() {
        port.begin(shared);
        ask(PixelMessage.Kind.QUESTION, shared.frame + 1, shared.number, 0);
        assertThat(answered()).isFalse();
        ask(PixelMessage.Kind.QUESTION, shared.frame, shared.number + 1, 0);
        assertThat(answered()).isFalse();
    }

    /** What it has not painted it does not send, however large the set that is wanted. */
    @Test
    void whatIsNotThereIsNotSent() {
        port.begin(shared);
        ask(PixelMessage.Kind.WANTED, shared.frame, shared.number, 16, 0xff, 0xff);
        assertThat(answered()).isFalse();
        ask(PixelMessage.Kind.WANTED, shared.frame, shared.number, 24, 0xff, 0xff, 0xff);
        assertThat(answered()).isFalse();
        ask(PixelMessage.Kind.PIXELS, shared.frame, shared.number, 0);
        assertThat(answered()).isFalse();
    }
}
