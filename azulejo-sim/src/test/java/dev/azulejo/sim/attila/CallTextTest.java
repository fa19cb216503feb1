package dev.azulejo.sim.attila;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.shader.StageCosts;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;

/** Calls as text, and what comes of them. */
class CallTextTest {
    private static CallText read(String... lines) throws IOException {
        var text = String.join("\n", lines) + "\nwglSwapBuffers(U0x1)=1\n";
        return CallText.frame(new BufferedReader(new StringReader(text)), 0);
    }

    /** Later matrices are done first: turned by a quarter about z, moved, then as projected. */
    @Test
    void matricesPlaceVertices() throws IOException {
        var text =
                read(
                        "GLI0.t",
                        "glViewport(0,0,640,480)",
                        "glMatrixMode(GL_PROJECTION)",
                        "glLoadIdentity()",
                        "glMultMatrixd({2,0,0,0,0,3,0,0,0,0,-1,-1,0,0,-2,0})",
                        "glMatrixMode(GL_MODELVIEW)",
                        "glTranslatef(0,0,-10)",
                        "glRotatef(90,0,0,5)",
                        "glBegin(GL_TRIANGLES)",
                        "glNormal3f(0,0,1)",
                        "glVertex3f(1,0,0)",
                        "glVertex3f(0,1,0)",
                        "glVertex3f(0,0,4)",
                        "glEnd()");
        assertThat(text.width()).isEqualTo(640);
        assertThat(text.height()).isEqualTo(480);
        assertThat(text.draws()).hasSize(1);
        float[] clip = text.draws().getFirst().clip();
        // (0, 1, -10): x 0, y 3, z 10 - 2 and w 10; depth between, (8 + 10) / 2
        float[] expected = {0, 3, 9, 10, -2, 0, 9, 10, 0, 0, 5, 6};
        for (int i = 0; i < expected.length; i++) {
            assertThat(clip[i]).as("%d", i).isCloseTo(expected[i], within(1e-6f));
        }
        assertThat(text.draws().getFirst().triangles()).containsExactly(0, 1, 2);
    }

    @ParameterizedTest
    @CsvSource({
        "GL_TRIANGLES, 7, 0 1 2 3 4 5",
        "GL_TRIANGLE_STRIP, 5, 0 1 2 2 1 3 2 3 4",
        "GL_QUAD_STRIP, 6, 0 1 3 0 3 2 2 3 5 2 5 4",
        "GL_QUADS, 8, 0 1 2 0 2 3 4 5 6 4 6 7"
    })
    void primitivesBecomeTriangles(String mode, int vertices, String expected) throws IOException {
        var lines = new StringBuilder("glBegin(" + mode + ")");
        for (int v = 0; v < vertices; v++) {
            lines.append("\nglVertex3f(%d,0,0)".formatted(v));
        }
        int[] triangles = read(lines + "\nglEnd()").draws().getFirst().triangles();
        var words = new StringBuilder();
        for (int vertex : triangles) {
            words.append(words.isEmpty() ? "" : " ").append(vertex);
        }
        assertThat(words).hasToString(expected);
    }

    @Test
    void programsAreSkippedAndWhatFollowsTheFrameIsNotRead() throws IOException {
        var text =
                read(
                        "glProgramStringARB(GL_VERTEX_PROGRAM_ARB,GL_X,9,\"!!ARBvp1.0",
                        "DP4 R0.x,iPos,modelview[0];  # glEnd()",
                        "END\")",
                        "glGetString(GL_VENDOR)=\"somebody (somewhere)\"",
                        "wglSwapBuffers(U0x1)=1",
                        "glUnheardOf(1)");
        assertThat(text.draws()).isEmpty();
    }

    @Test
    void whatIsNotUnderstoodIsSaid() {
        assertThatThrownBy(() -> read("glFlush()", "glUnheardOf(1)"))
                .hasMessage("line 2: glUnheardOf is not understood");
        assertThatThrownBy(() -> read("glBegin(GL_POLYGON)", "glEnd()"))
                .hasMessage("line 2: GL_POLYGON is not understood");
        assertThatThrownBy(() -> read("glMatrixMode(GL_TEXTURE)"))
                .hasMessage("line 1: matrix GL_TEXTURE is not understood");
        assertThatThrownBy(() -> read("glTranslatef(1,2)"))
                .hasMessage("line 1: 3 numbers expected, 2 are there");
        assertThatThrownBy(
                        () ->
                                CallText.frame(
                                        new BufferedReader(new StringReader("glFlush()\n")), 0))
                .hasMessage("no frame ends: wglSwapBuffers expected");
    }

    /**
     * A square over 32x32 pixels; one before half of it, facing away, which is shaded as well; and
     * one behind all, which is not.
     */
    @Test
    void whatIsDrawnIsRecorded() throws IOException {
        var text =
                read(
                        "glViewport(0,0,32,32)",
                        "glBegin(GL_QUADS)",
                        "glVertex3f(-1,-1,0.5)",
                        "glVertex3f(1,-1,0.5)",
                        "glVertex3f(1,1,0.5)",
                        "glVertex3f(-1,1,0.5)",
                        "glEnd()",
                        "glBegin(GL_QUADS)",
                        "glVertex3f(-1,-1,0)",
                        "glVertex3f(-1,1,0)",
                        "glVertex3f(0,1,0)",
                        "glVertex3f(0,-1,0)",
                        "glVertex3f(-1,-1,0.75)",
                        "glVertex3f(1,-1,0.75)",
                        "glVertex3f(1,1,0.75)",
                        "glVertex3f(-1,1,0.75)",
                        "glEnd()");
        var phase = CallScene.record(text, new StageCosts(8, 20, 0, 4, 0)).phases().getFirst();
        assertThat(phase.draws().count()).isEqualTo(2);
        assertThat(phase.draws().vertexBytes(0)).isEqualTo(32);
        assertThat(phase.draws().fragmentCost(0)).isEqualTo(4);
        assertThat(phase.primitives().count()).isEqualTo(6);
        int covered = 0;
        for (int p = 0; p < 6; p++) {
            covered += phase.primitives().pixels(p);
        }
        assertThat(covered).isEqualTo(1024 + 512 + 1024);
        int shaded = 0;
        for (int square = 0; square < 4; square++) {
            shaded += phase.pixels().shaded(square % 2, square / 2);
        }
        assertThat(shaded).isEqualTo(1024 + 512);
    }
}
