with Ada.Integer_Text_IO, Ada.Text_IO;

procedure Sum is
   A, B : Integer;
begin
   Ada.Integer_Text_IO.Get (A);
   Ada.Integer_Text_IO.Get (B);
   Ada.Integer_Text_IO.Put (A + B, Width => 0);
   Ada.Text_IO.New_Line;
end Sum;
